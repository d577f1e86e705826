# What a guest with an NFS server runs: one worker on each of two clients' mounts of the same store, one of them killed now and then,
# then a worker that reads all there is, and the check of what they wrote down. The history is on a disk of the guest's own.
source "$settings"
java="$java -Djava.io.tmpdir=/tmp -cp $class_path"
history=/tmp/history
tasks=write:2,write-token:1,append:8,append-token:4,append-twin:4,read:8,hold:2,read-old:1,compact:1,prune:1,rollback:1,commit:1,read-all:1
worker() { # CLIENT ARGUMENTS...: becomes the worker
  local client=$1
  shift
  exec $java dev.frazil.engine.store.StoreWorker dir="/mnt/v${version}c$client/store" history=$history profiles=a,b/c "$@"
}

(worker 1 name=seed stamp=1 seconds=0 tasks=read:1 once=seed)
(worker 1 name=one stamp=1000 seconds="$seconds" tasks=$tasks) &
first=$!
for ((part = 1; part <= 3; part++)); do
  (worker 2 name=two stamp="${part}000000" seconds="$((seconds / 3))" tasks=$tasks) &
  second=$!
  sleep "$((seconds / 3 - 1))"
  [[ $part == 3 ]] || kill -9 "$second" 2>/dev/null
  wait "$second" 2>/dev/null
done
wait "$first"
(worker 2 name=audit stamp=9000000 seconds=0 tasks=read:1 once=audit)
$java dev.frazil.engine.store.HistoryCheck $history | while read -r line; do
  case $line in VIOLATION*) echo "$line" ;; *) echo "NFS version $version: $line" ;; esac
done
