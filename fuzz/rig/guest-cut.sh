#!/bin/sh
# First process of a guest whose power is cut: mounts the disk image and runs $job, which finds in its environment $mode (run or
# check), $sync (1, or 0 where nothing is forced to the disk), $acks (what the console of the cut guest showed, for check) and
# $data (the disk). The host cuts the power by killing the guest.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs tmpfs /mnt
mkdir -p /mnt/disk
mount -t tmpfs tmpfs /dev/shm
mount -t "$fs" /dev/ubdb /mnt/disk || echo MOUNT-FAILED
data=/mnt/disk
export data mode sync acks
/bin/bash "$job"
sync
echo o > /proc/sysrq-trigger
sleep 5
