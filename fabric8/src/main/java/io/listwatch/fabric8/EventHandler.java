package io.listwatch.fabric8;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceVersion;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the notifications of an informer to a fabric8 handler, decoded. An object that cannot be
 * decoded ends the informer, unless its exception handler decides to continue without it.
 *
 * <p>Called by the handler's thread only.
 */
final class EventHandler<T> implements ResourceHandler<T> {
  private static final Logger log = LoggerFactory.getLogger(ListwatchInformers.class);

  private final ResourceEventHandler<? super T> handler;
  private final InformerLifecycle lifecycle;
  private final BooleanSupplier isEmpty;

  /** True if there was no notification since the last relist began. */
  private boolean unchanged;

  /**
   * Creates a handler.
   *
   * @param isEmpty returns true if the informer has no object
   */
  EventHandler(
      ResourceEventHandler<? super T> handler,
      InformerLifecycle lifecycle,
      BooleanSupplier isEmpty) {
    this.handler = handler;
    this.lifecycle = lifecycle;
    this.isEmpty = isEmpty;
  }

  @Override
  public void onAdd(View<T> object, boolean initial) {
    decoding("ADDED", object, () -> handler.onAdd(decode(object)));
  }

  @Override
  public void onUpdate(View<T> previous, View<T> current) {
    decoding("MODIFIED", current, () -> handler.onUpdate(decode(previous), decode(current)));
  }

  @Override
  public void onDelete(View<T> last, boolean finalStateUnknown) {
    decoding("DELETED", last, () -> handler.onDelete(decode(last), finalStateUnknown));
  }

  @Override
  public void onRelistBegin(ResourceVersion last) {
    unchanged = true;
    ListEvents.before(handler, last.toString());
  }

  @Override
  public void onRelistEnd(ResourceVersion version) {
    ListEvents.after(handler, version.toString(), unchanged && isEmpty.getAsBoolean());
  }

  private T decode(View<T> object) {
    try {
      return object.get();
    } catch (RuntimeException e) {
      throw new UndecodableException(e);
    }
  }

  private void decoding(String event, View<T> object, Runnable notification) {
    unchanged = false;
    try {
      notification.run();
    } catch (UndecodableException e) {
      var failure =
          new WatcherException("cannot decode " + object.key(), e.reason(), raw(event, object));
      if (lifecycle.decide(failure)) {
        log.warn("Skipped a notification: cannot decode {}", object.key(), e.getCause());
      }
    }
  }

  /**
   * Returns the watch event as the server sends it: handlers of a failure read the object there.
   */
  private static String raw(String event, View<?> object) {
    String json = new String(object.resource().toByteArray(), UTF_8);
    return "{\"type\":\"" + event + "\",\"object\":" + json + "}";
  }

  /** Thrown for an object that does not fit its class. */
  private static final class UndecodableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final RuntimeException failure;

    UndecodableException(RuntimeException failure) {
      super(failure);
      this.failure = failure;
    }

    /** Returns the parser's exception, which fabric8 wraps, or the failure if there is none. */
    Throwable reason() {
      Throwable cause = failure.getCause();
      return cause == null ? failure : cause;
    }
  }
}
