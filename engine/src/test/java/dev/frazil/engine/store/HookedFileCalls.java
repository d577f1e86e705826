package dev.frazil.engine.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The real calls on the file system, with a hook around each one.
final class HookedFileCalls {
  /// What changes a disk.
  private static final Set<String> CHANGES =
      Set.of(
          "createDirectory",
          "createNew",
          "write",
          "force",
          "forceDirectory",
          "link",
          "rename",
          "delete",
          "setReadOnly",
          "touch");

  private HookedFileCalls() {}

  /// One call that a hook makes, leaves out, or replaces.
  interface Call {
    /// The name of the method of [FileCalls].
    String name();

    /// An argument, which must be there.
    Object argument(int index);

    /// Makes the call.
    @Nullable Object proceed() throws Throwable;

    /// Whether it changes a disk.
    default boolean isChange() {
      return CHANGES.contains(name());
    }
  }

  /// Stands between the store and the file system. Thread-safe.
  interface Hook {
    /// Does what is done instead of a call.
    ///
    /// @return what the call returns
    @Nullable Object around(Call call) throws Throwable;
  }

  /// Calls with a hook.
  static FileCalls of(Hook hook) {
    FileCalls real = new NioFileCalls();
    return (FileCalls)
        Proxy.newProxyInstance(
            HookedFileCalls.class.getClassLoader(),
            new Class<?>[] {FileCalls.class},
            (_, method, arguments) -> hook.around(new RealCall(real, method, arguments)));
  }

  @SuppressWarnings("ArrayRecordComponent") // of one call, never compared
  private record RealCall(FileCalls real, Method method, @Nullable Object[] arguments)
      implements Call {
    @Override
    public String name() {
      return method.getName();
    }

    @Override
    public Object argument(int index) {
      Object argument = arguments[index];
      if (argument == null) {
        throw new IllegalArgumentException(method + ": argument " + index);
      }
      return argument;
    }

    @Override
    public @Nullable Object proceed() throws Throwable {
      try {
        return method.invoke(real, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }
}
