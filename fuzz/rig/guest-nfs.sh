#!/bin/sh
# First process of a guest with an NFS server and four mounts of it. The host's root is read-only; $rig and $job come from the
# kernel's command line. The guest works in an overlay over the host's root, which is gone when it stops.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
tools=$rig/root
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs tmpfs /mnt
mkdir -p /mnt/upper /mnt/work /mnt/root
export LD_LIBRARY_PATH=$tools/usr/lib/x86_64-linux-gnu:$tools/lib/x86_64-linux-gnu
for module in overlay sunrpc lockd nfsd nfs nfsv3 nfsv4 veth; do
  "$rig/bin/modprobe" -d "$rig/modules" "$module" || echo "modprobe $module: failed"
done
new=/mnt/root
mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work $new
mount -t proc proc $new/proc
mount -t sysfs sys $new/sys
mount -t devtmpfs dev $new/dev
mount -t tmpfs tmpfs $new/run
mkdir -p $new/dev/shm $new/dev/pts
mount -t tmpfs tmpfs $new/dev/shm

cat > $new/run/inside.sh <<'INSIDE'
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
tools=$rig/root
export LD_LIBRARY_PATH=$tools/usr/lib/x86_64-linux-gnu:$tools/lib/x86_64-linux-gnu
cp -rn "$tools/etc/." /etc/ 2>/dev/null
cp -r "$tools/var/lib/nfs" /var/lib/ 2>/dev/null
mkdir -p /var/lib/nfs/v4recovery /var/lib/nfs/sm /var/lib/nfs/sm.bak /run/rpcbind /srv/nfs
# The daemons give up root for these users, which the host need not have.
for user in _rpc:118 statd:119; do
  grep -q "^${user%%:*}:" /etc/passwd || echo "${user%%:*}:x:${user##*:}:65534::/run/rpcbind:/usr/sbin/nologin" >> /etc/passwd
done
chown _rpc /run/rpcbind
chown -R statd /var/lib/nfs/sm /var/lib/nfs/sm.bak
"$tools/sbin/ip" link set lo up
mount -t nfsd nfsd /proc/fs/nfsd
mount -t ext4 /dev/ubdb /srv/nfs
"$tools/sbin/rpcbind" -w
sleep 0.3
"$tools/sbin/rpc.statd" --no-notify
# Locks stall for the whole of a grace period: short ones, ended by hand below.
echo 1 > /proc/sys/fs/nfs/nlm_grace_period
echo 10 > /proc/fs/nfsd/nfsv4leasetime
echo 10 > /proc/fs/nfsd/nfsv4gracetime
for network in 127.0.0.1 10.9.0.0/16; do
  "$tools/usr/sbin/exportfs" -o rw,no_root_squash,insecure,no_subtree_check,fsid=0 $network:/srv/nfs
done
"$tools/usr/sbin/rpc.mountd"
"$tools/usr/sbin/rpc.nfsd" 4
echo Y > /proc/fs/nfsd/v4_end_grace
for client in 1 2; do
  mkdir -p /mnt/v3c$client /mnt/v4c$client
  # Two caches in one kernel.
  "$tools/sbin/mount.nfs" 127.0.0.1:/srv/nfs /mnt/v3c$client -o vers=3,proto=tcp,nosharecache && echo "mounted v3 client $client"
  # Its own network and host name make a mount a client of its own to an NFSv4 server.
  "$tools/sbin/ip" netns add cl$client
  "$tools/sbin/ip" link add s$client type veth peer name c$client
  "$tools/sbin/ip" link set c$client netns cl$client
  "$tools/sbin/ip" addr add 10.9.$client.1/24 dev s$client
  "$tools/sbin/ip" link set s$client up
  nsenter --net=/run/netns/cl$client sh -c "$tools/sbin/ip addr add 10.9.$client.2/24 dev c$client; $tools/sbin/ip link set c$client up; $tools/sbin/ip link set lo up"
  nsenter --net=/run/netns/cl$client unshare -u sh -c "hostname client$client; $tools/sbin/mount.nfs 10.9.$client.1:/ /mnt/v4c$client -o vers=4.2,proto=tcp" && echo "mounted v4.2 client $client"
done
unset LD_LIBRARY_PATH
/bin/bash "$job"
INSIDE
export rig job
chroot $new /bin/sh /run/inside.sh
sync
echo o > /proc/sysrq-trigger
sleep 5
