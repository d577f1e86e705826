# Sourced by the launchers, which set $here to the distribution and $java_home to the runtime.

# The options of the Java virtual machine that every command needs.
java_options='--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow
  --add-opens=java.base/java.nio=ALL-UNNAMED'

# The ahead-of-time cache of classes: good for one runtime, one class path and jars of the same times.
java_cache=$here/lib/frazil.aot

# Prints the class path, in an order that does not depend on the file system.
java_class_path() {
  LC_ALL=C
  path=
  for jar in "$here"/lib/*.jar; do path=$path${path:+:}$jar; done
  printf '%s\n' "$path"
}
