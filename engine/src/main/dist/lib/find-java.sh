# Sourced by the launchers. find_java sets java_home to the home of a Java runtime of version 25 or newer; without
# one it says what to do and exits with status 69. Starts no program where the runtime says its version in a file.
frazil_java_needed=25

# Sets java_found to the feature version of the runtime at $1, or to nothing.
java_feature() {
  java_found=
  [ -x "$1/bin/java" ] || return 0
  if [ -r "$1/release" ]; then
    while IFS= read -r java_line || [ -n "$java_line" ]; do
      case $java_line in
        'JAVA_VERSION="'[0-9]*)
          java_found=${java_line#'JAVA_VERSION="'}
          java_found=${java_found%%[!0-9]*}
          ;;
      esac
    done <"$1/release"
  else
    java_found=$("$1/bin/java" -XshowSettings:properties -version 2>&1 |
      sed -n 's/^ *java\.specification\.version = \([0-9]*\)$/\1/p')
  fi
}

# Whether the runtime at $1 is new enough.
java_suits() {
  [ -n "$1" ] || return 1
  java_feature "$1"
  [ -n "$java_found" ] && [ "$java_found" -ge "$frazil_java_needed" ]
}

# Prints the home of the java on the PATH, or nothing.
java_path_home() {
  command -v java >/dev/null 2>&1 || return 0
  java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p'
}

find_java() {
  if [ -n "${FRAZIL_JAVA_HOME-}" ] && ! java_suits "$FRAZIL_JAVA_HOME"; then
    echo "frazil: FRAZIL_JAVA_HOME: expected the home of Java $frazil_java_needed or newer, got $FRAZIL_JAVA_HOME" >&2
    exit 69
  fi
  for java_home in "${FRAZIL_JAVA_HOME-}" "${JAVA_HOME-}" "${JAVA25_HOME-}" \
    /usr/lib/jvm/*25* /usr/lib/jvm/* /opt/java/* "${HOME-}"/.sdkman/candidates/java/* \
    "${HOME-}"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if java_suits "$java_home"; then return; fi
  done
  java_home=$(java_path_home)
  if java_suits "$java_home"; then return; fi
  echo "frazil: no Java $frazil_java_needed or newer found: install a JDK $frazil_java_needed, or set FRAZIL_JAVA_HOME to the home of one" >&2
  exit 69
}
