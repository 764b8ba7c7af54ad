package io.listwatch.testing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Clients of the libraries that a test has. They are found by the names of their types, so that
 * none of the libraries is needed by those who have another.
 *
 * <p>Thread-safe. The lock is held while a client is made, so that there is one.
 */
final class Clients implements AutoCloseable {
  private static final Map<String, ClientLibrary> LIBRARIES =
      Map.of(
          "io.listwatch.client.ApiClient", ClientLibrary.LISTWATCH,
          "io.fabric8.kubernetes.client.KubernetesClient", ClientLibrary.FABRIC8,
          "io.fabric8.kubernetes.client.NamespacedKubernetesClient", ClientLibrary.FABRIC8,
          "io.kubernetes.client.openapi.ApiClient", ClientLibrary.OFFICIAL);

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Map<Class<?>, Made> made = new HashMap<>();

  /** Whether the type is one of a client's. */
  static boolean knows(Class<?> type) {
    return LIBRARIES.containsKey(type.getName());
  }

  /** The one client of the type. */
  <T> T of(Class<T> type, Supplier<String> kubeconfig) {
    ClientLibrary library = LIBRARIES.get(type.getName());
    if (library == null) {
      throw new IllegalArgumentException(
          "type: %s (expected: one of %s)".formatted(type.getName(), LIBRARIES.keySet()));
    }
    lock.lock();
    try {
      Made found = made.get(type);
      if (found == null) {
        found = new Made(library, create(library, type, kubeconfig.get()));
        made.put(type, found);
      }
      return type.cast(found.client);
    } finally {
      lock.unlock();
    }
  }

  private static Object create(ClientLibrary library, Class<?> type, String kubeconfig) {
    try {
      return library.create(type.getClassLoader(), kubeconfig);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("no " + type.getName() + " could be made", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "no %s could be made: the library is not as it was known here (%s)"
              .formatted(type.getName(), e),
          e);
    }
  }

  @Override
  public void close() {
    List<Made> open;
    lock.lock();
    try {
      open = new ArrayList<>(made.values());
      made.clear();
    } finally {
      lock.unlock();
    }
    open.forEach(Made::close);
  }

  private record Made(ClientLibrary library, Object client) {
    void close() {
      try {
        library.close(client);
      } catch (Exception e) {
        throw new IllegalStateException("a client could not be closed", e);
      }
    }
  }
}
