# Sourced by the launchers, which set $here to the distribution and $java_home to the runtime.

# The options of the Java virtual machine that every command needs. Without those of several releases in one jar
# zstd-jni binds its library by JNI, for which no code is generated at each start.
java_options='--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow
  --add-opens=java.base/java.nio=ALL-UNNAMED -Djdk.util.jar.enableMultiRelease=false'

# The ahead-of-time caches of classes: good for one runtime, one class path and jars of the same times. The virtual
# machine takes in all classes of a cache when it starts, so that each group of commands has one of its own.
# In the order in which they are made.
java_cache_groups='file brief all'
java_cache_of() {
  java_cache=$here/lib/frazil-$1.aot
}

# Sets java_group to the group of the command line that is given.
java_group_of() {
  java_group=all
  case " $* " in
    # What tables and JSON need would be too much for the others.
    *' --table'* | *' --json '*) return ;;
  esac
  case ${1-} in
    '' | --version | -V | --help | -h | inspect) java_group=brief ;;
    convert | concat | verify) java_group=file ;;
  esac
}

# Prints the class path, in an order that does not depend on the file system.
java_class_path() {
  LC_ALL=C
  path=
  for jar in "$here"/lib/*.jar; do path=$path${path:+:}$jar; done
  printf '%s\n' "$path"
}
