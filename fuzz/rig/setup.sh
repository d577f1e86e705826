#!/bin/bash
# Installs the fault rig: a Linux kernel that runs as an ordinary process (User-Mode Linux), with an NFS server, NFS clients and
# the tools of ext4 and xfs inside it. Debian or Ubuntu; root is needed for the package of the kernel alone. Nothing is started on
# the host.
#
# usage: setup.sh [FOLDER]     default: $FRAZIL_RIG, else frazil-rig in the folder for temporary files
set -euo pipefail
rig=${1:-${FRAZIL_RIG:-${TMPDIR:-/tmp}/frazil-rig}}

if ! command -v linux.uml >/dev/null; then
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends user-mode-linux uml-utilities
fi
mkdir -p "$rig"/{debs,root,modules/lib,bin,out,run}
cd "$rig/debs"
if ! compgen -G './*.deb' >/dev/null; then
  apt-get download -qq nfs-kernel-server nfs-common rpcbind kmod libkmod2 libnfsidmap1 libtirpc3 libtirpc-common \
    libevent-core-2.1-7 libwrap0 libgssapi-krb5-2 libkrb5-3 libkrb5support0 libk5crypto3 libkeyutils1 libmount1 libblkid1 \
    libdevmapper1.02.1 libsqlite3-0 netbase libcap2 libcom-err2 iproute2 libbpf1 libelf1 libmnl0 libxtables12 libbsd0 libmd0 \
    e2fsprogs xfsprogs libinih1 libedit2 liburcu8
fi
for package in ./*.deb; do dpkg -x "$package" "$rig/root"; done
ln -sfn /usr/lib/uml/modules "$rig/modules/lib/modules"
ln -sf "$rig/root/bin/kmod" "$rig/bin/modprobe"
echo "rig: ready in $rig"
