# What the scripts of the rig share; sourced, not run.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(cd "$here/../.." && pwd)
rig=${FRAZIL_RIG:-${TMPDIR:-/tmp}/frazil-rig}

# Ends with status 0 and a message where the rig is not installed: a build goes on without it.
require_rig() {
  if ! command -v linux.uml >/dev/null || [[ ! -d $rig/root/sbin ]]; then
    echo "rig: skipped: not installed in $rig; $here/setup.sh installs it"
    exit 0
  fi
  mkdir -p "$rig/run" "$rig/out"
}

# Prints the home of a JDK 25 or newer.
find_java() {
  local home
  for home in "${FRAZIL_JAVA_HOME-}" "${JAVA25_HOME-}" "${JAVA_HOME-}" /usr/lib/jvm/*25* /opt/java/*; do
    if [[ -n $home && -x $home/bin/java ]] && grep -q '^JAVA_VERSION="\(2[5-9]\|[3-9][0-9]\)' "$home/release" 2>/dev/null; then
      echo "$home"
      return 0
    fi
  done
  echo "rig: expected a JDK 25: set FRAZIL_JAVA_HOME" >&2
  return 1
}

# Prints the class path of the store and its workers.
class_path() {
  local lib=$repository/engine/target/dist/lib tests=$repository/engine/target/test-classes
  if [[ ! -d $lib || ! -d $tests ]]; then
    echo "rig: expected $lib and $tests: run mvn -B verify -DskipTests first" >&2
    return 1
  fi
  echo "$tests:$lib/*"
}

# Prints a Java command for a guest of one slow CPU and little memory.
java_command() {
  echo "$(find_java)/bin/java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -Xmx96m --enable-native-access=ALL-UNNAMED" \
    "--sun-misc-unsafe-memory-access=allow --add-opens=java.base/java.nio=ALL-UNNAMED"
}
