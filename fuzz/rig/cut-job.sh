# What a guest runs whose power is cut: a worker on the store of the disk $data, whose history goes to the console line by line.
# With mode=check: the history that the console showed is continued by a worker that reads all there is, and checked.
source "$settings"
java="$java -Djava.io.tmpdir=/mnt -cp $class_path"
history=/mnt/history
mutant=
[[ $sync == 1 ]] || mutant=mutant=NO_SYNC
worker() { $java dev.frazil.engine.store.StoreWorker dir="$data/store" history=$history profiles=a,b/c "$@"; }

if [[ $mode == run ]]; then
  touch $history
  tail -f -s 0.05 -n +1 $history &
  worker name=seed stamp=1 seconds=0 tasks=read:1 once=seed $mutant
  worker name=cut stamp=100 seconds=60 $mutant \
    tasks=write:3,write-token:2,append:12,append-token:6,append-old:2,compact:1,prune:1,rollback:1,tag:1,commit:2
else
  tr -d '\r' < "$acks" | grep -aE '^[BENF] op=.* ;$' > $history
  worker name=cut stamp=1000000 seconds=1 tasks=write:1,append:3
  worker name=audit stamp=2000000 seconds=0 tasks=read:1 once=audit
  verdict=$($java dev.frazil.engine.store.HistoryCheck $history)
  if [[ $verdict == *" operations 0 violations" ]]; then echo "CHECK $verdict"; else echo "LOST $(tail -1 <<< "$verdict"): $(head -1 <<< "$verdict")"; fi
fi
