source "$settings"
if [ $mode = run ]; then echo ACK 1; sleep 100; else echo "CHECK `grep -c ACK $acks` $data"; fi
