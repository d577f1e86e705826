#!/bin/bash
# Boots a guest with an NFS server and runs nfs-job.sh in it: two clients of one store at once, then a check of what they saw.
#
# usage: run-nfs.sh 3|4 [SECONDS]     the version of NFS, and how long the clients work; default: 30 seconds
#
# Ends with status 1 unless the job prints "NFS version ... 0 violations".
set -uo pipefail
source "$(dirname "$0")/common.sh"
[[ $# -ge 1 && $1 =~ ^[34]$ ]] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 64; }
version=$1 seconds=${2:-30}
require_rig
FRAZIL_CLASS_PATH=$(class_path) && FRAZIL_JAVA=$(java_command) || exit 1
image=$rig/nfs.$$.img said=$rig/nfs.$$.said settings=$rig/nfs.$$.env job=$rig/nfs-job.$$.sh
trap 'rm -f "$image" "$settings" "$job"' EXIT
printf 'class_path=%q\njava=%q\nversion=%q\nseconds=%q\n' "$FRAZIL_CLASS_PATH" "$FRAZIL_JAVA" "$version" "$seconds" > "$settings"
cp "$here/nfs-job.sh" "$job"
truncate -s 512M "$image" && mkfs.ext4 -q -F "$image" || exit 1
timeout -k 5 "$((seconds * 10 + 240))" linux.uml mem=2G rootfstype=hostfs rootflags=/ ro init="$here/guest-nfs.sh" con0=fd:0,fd:1 \
  con=null uml_dir="$rig/run" umid="nfs$$" rig="$rig" job="$job" ubdb="$image" settings="$settings" < /dev/null > "$said" 2>&1
tr -d '\r' < "$said" | grep -aE '^(NFS version|VIOLATION|mounted)' || echo "no answer; the console is in $said"
grep -aq '^NFS version .* 0 violations' "$said"
