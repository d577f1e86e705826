source "$settings"
echo "NFS job test; version $version"; for d in /mnt/v${version}c1 /mnt/v${version}c2; do touch $d/x && ls $d; done; ls -d ${class_path%%:*}; echo "NFS 0 violations"
