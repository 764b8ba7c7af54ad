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
 * Ends the JDK's HTTP clients that are not used any more, each with a thread and perhaps a dead
 * connection. From Java 21 on they can be told to end; before, one ends when it is collected as
 * garbage, which in a program that does little may be never.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
class EndedClients {
  /** How many that have yet to be collected are enough. */
  static final int MAX_LEFT = 16;

  private static final Logger log = LoggerFactory.getLogger(EndedClients.class);
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

  /** Ends one that nobody will use. */
  void end(HttpClient client) {
    if (SHUTDOWN == null) {
      leave(client);
      return;
    }
    try {
      SHUTDOWN.invoke(client);
    } catch (Throwable unexpected) {
      log.warn("Cannot end an HTTP client: {}", unexpected.toString());
      leave(client);
    }
  }

  /** Leaves it to the collector. */
  final void leave(HttpClient client) {
    lock.lock();
    try {
      left.removeIf(each -> each.refersTo(null));
      left.add(new WeakReference<>(client));
    } finally {
      lock.unlock();
    }
  }

  /** Whether so many have not ended that no more should be made than are needed. */
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
