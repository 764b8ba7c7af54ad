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
 * The clients of one test server, at most one per user and client type. A client library is
 * recognized by the name of its client type, so a test needs only the library that it uses.
 *
 * <p>Thread-safe. The lock is held while a client is created, so that concurrent callers get the
 * same one.
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
  private final Map<Key, Made> made = new HashMap<>();

  /** True if the type is a client type of a supported library. */
  static boolean knows(Class<?> type) {
    return LIBRARIES.containsKey(type.getName());
  }

  /**
   * Returns the client of this user and type, and creates it on the first call, and again when it
   * has been closed: some libraries close the client that they are given.
   *
   * @param user empty for the administrator
   * @throws IllegalArgumentException if no supported library has this client type
   */
  <T> T of(String user, Class<T> type, Supplier<String> kubeconfig) {
    ClientLibrary library = LIBRARIES.get(type.getName());
    if (library == null) {
      throw new IllegalArgumentException(
          "type: %s (expected: one of %s)".formatted(type.getName(), LIBRARIES.keySet()));
    }
    lock.lock();
    try {
      var key = new Key(user, type);
      Made found = made.get(key);
      if (found == null || found.closed()) {
        found = new Made(library, create(library, type, kubeconfig.get()));
        made.put(key, found);
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
      throw new IllegalStateException("cannot create a " + type.getName(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "cannot create a %s: this version of the library is not supported (%s)"
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

  private record Key(String user, Class<?> type) {}

  private record Made(ClientLibrary library, Object client) {
    boolean closed() {
      try {
        return library.closed(client);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("cannot tell whether a client is closed: " + library, e);
      }
    }

    void close() {
      try {
        library.close(client);
      } catch (Exception e) {
        throw new IllegalStateException("cannot close a client of " + library, e);
      }
    }
  }
}
