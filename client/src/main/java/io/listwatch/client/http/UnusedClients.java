package io.listwatch.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shuts down unused HTTP clients of the JDK, each of which has a thread and perhaps a dead
 * connection. Java 21 can shut them down explicitly. On earlier versions, a client ends when it is
 * garbage collected, which may be never in a program that allocates little.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
class UnusedClients {
  /** Maximum number of clients waiting for garbage collection. */
  static final int MAX_LEFT = 16;

  private static final Logger log = LoggerFactory.getLogger(UnusedClients.class);
  private static final @Nullable MethodHandle SHUTDOWN = shutdown();

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final List<WeakReference<HttpClient>> left = new ArrayList<>();

  private static @Nullable MethodHandle shutdown() {
    try {
      MethodType nothing = MethodType.methodType(void.class);
      return MethodHandles.publicLookup().findVirtual(HttpClient.class, "shutdownNow", nothing);
    } catch (NoSuchMethodException | IllegalAccessException olderJava) {
      return null;
    }
  }

  /** Shuts down a client that is no longer used. */
  void end(HttpClient client) {
    if (SHUTDOWN == null) {
      leave(client);
      return;
    }
    try {
      SHUTDOWN.invoke(client);
    } catch (Throwable unexpected) {
      log.warn("Cannot shut down an HTTP client: {}", unexpected.toString());
      leave(client);
    }
  }

  /** Leaves a client to the garbage collector. */
  final void leave(HttpClient client) {
    lock.lock();
    try {
      left.removeIf(each -> each.refersTo(null));
      left.add(new WeakReference<>(client));
    } finally {
      lock.unlock();
    }
  }

  /** True if so many clients are still open that a new one should be created only if necessary. */
  boolean tooMany() {
    lock.lock();
    try {
      left.removeIf(each -> each.refersTo(null));
      return left.size() >= MAX_LEFT;
    } finally {
      lock.unlock();
    }
  }
}
