#!/bin/bash
# Cuts the power of a guest that writes to a store, again and again, and checks what survived.
#
# usage: power-cut.sh ext4|xfs [CUTS [SYNC]]     default: 5 cuts; SYNC=0 forces nothing to the disk: the control, which loses data
#
# In the guest, cut-job.sh writes and shows every operation that was acknowledged on the console, until the guest's process is
# killed: what its kernel had not put on the disk is gone. A second guest mounts the disk and prints "CHECK ...", or "LOST ..."
# if an operation is not there as it was acknowledged. Ends with status 1 if any cut lost something.
set -uo pipefail
source "$(dirname "$0")/common.sh"
[[ $# -ge 1 && $1 =~ ^(ext4|xfs)$ ]] || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 64; }
fs=$1 cuts=${2:-5} sync=${3:-1}
require_rig
FRAZIL_CLASS_PATH=$(class_path) && FRAZIL_JAVA=$(java_command) || exit 1
image=$rig/cut.$$.img acks=$rig/cut.$$.acks said=$rig/cut.$$.said settings=$rig/cut.$$.env
trap 'rm -f "$image" "$acks" "$said" "$settings"' EXIT
libraries=$rig/root/usr/lib/x86_64-linux-gnu:$rig/root/lib/x86_64-linux-gnu
printf 'class_path=%q\njava=%q\n' "$FRAZIL_CLASS_PATH" "$FRAZIL_JAVA" > "$settings"

guest() { # MODE NAME: becomes the guest
  exec setsid linux.uml mem=1G rootfstype=hostfs rootflags=/ ro init="$here/guest-cut.sh" con0=fd:0,fd:1 con=null \
    uml_dir="$rig/run" umid="$2" ubdb="$image" fs="$fs" job="$here/cut-job.sh" sync="$sync" mode="$1" acks="$acks" settings="$settings"
}

failed=0 total=0
for ((cut = 1; cut <= cuts; cut++)); do
  rm -f "$image" && truncate -s 320M "$image"
  if [[ $fs == ext4 ]]; then
    mkfs.ext4 -q -F "$image"
  else
    LD_LIBRARY_PATH=$libraries "$rig/root/sbin/mkfs.xfs" -q -f "$image"
  fi || exit 1
  : > "$acks"
  (guest run "cut$$x$cut") < /dev/null > "$acks" 2>&1 &
  pid=$!
  for ((wait = 0; wait < 1200; wait++)); do
    grep -qa '^E op=cut' "$acks" && break
    sleep 0.05
  done
  sleep "$((RANDOM % 6)).$((RANDOM % 10))"
  pkill -9 -f "umid=cut$$x$cut"
  wait "$pid" 2>/dev/null
  sleep 0.2
  acknowledged=$(grep -ac '^E op=' "$acks")
  total=$((total + acknowledged))
  (guest check "chk$$x$cut") < /dev/null > "$said" 2>&1 &
  pid=$!
  (sleep 180 && pkill -9 -f "umid=chk$$x$cut") & watch=$!
  wait "$pid" 2>/dev/null
  kill "$watch" 2>/dev/null
  answer=$(tr -d '\r' < "$said" | grep -aE '^(CHECK|LOST|MOUNT-FAILED)' | head -4 | paste -sd';')
  if [[ $answer != CHECK* || $answer == *LOST* ]]; then failed=$((failed + 1)); fi
  echo "$fs sync=$sync cut $cut: $acknowledged acknowledged; ${answer:-no answer from the check}"
done
echo "$fs sync=$sync: $((cuts - failed)) of $cuts cuts passed, $total operations acknowledged"
[[ $failed == 0 ]]
