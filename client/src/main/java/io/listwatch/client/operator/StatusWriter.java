package io.listwatch.client.operator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.ResourceClient;
import io.listwatch.informer.Informer;
import io.listwatch.informer.View;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.time.Timers;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Writes the status of a controller's objects, with conditions, when it changes.
 *
 * <pre>{@code
 * statuses.write(garden, status -> status
 *     .observed()
 *     .set("planted", "rose")
 *     .condition("Ready", true, "Planted", "a rose grows"));
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class StatusWriter {
  private final ResourceClient<Resource> client;
  private final Timers timers;

  private StatusWriter(ResourceClient<Resource> client, Timers timers) {
    this.client = client;
    this.timers = timers;
  }

  /**
   * Creates a writer.
   *
   * @param client of the objects, whose type has the subresource {@code status}
   * @param informer of the same objects, which shows a new status at once
   */
  public static StatusWriter of(ResourceClient<Resource> client, Informer<?> informer) {
    return of(client, informer, Timers.system());
  }

  /** Creates a writer with its own clock, which sets {@code lastTransitionTime}. */
  public static StatusWriter of(
      ResourceClient<Resource> client, Informer<?> informer, Timers timers) {
    return new StatusWriter(client.subresource("status").through(informer), timers);
  }

  /**
   * Changes the status of an object. Sends no request if the function changes nothing. If the
   * object was changed meanwhile, the function is called again with the new state; if it is gone or
   * was replaced by another one of the same name, nothing happens.
   *
   * @return false if the function changes nothing, or the object does not exist any more
   */
  public boolean write(View<?> object, Consumer<StatusDraft> change) throws InterruptedException {
    Instant now = timers.now();
    Resource known = object.resource();
    if (changed(known, change, now).equals(known)) {
      return false;
    }
    try {
      var unused =
          client.edit(
              object.key(),
              current -> current.sameUid(known) ? changed(current, change, now) : current);
      return true;
    } catch (NotFoundException gone) {
      return false;
    }
  }

  /** Returns {@code object} itself if the function changes nothing. */
  private static Resource changed(Resource object, Consumer<StatusDraft> change, Instant now) {
    ObjectNode before = JsonTree.of(object);
    ObjectNode after = before.deepCopy();
    change.accept(new StatusDraft(after, now));
    return text(before).equals(text(after)) ? object : JsonTree.resource(after);
  }

  /** Returns the status as text, so that equal numbers of different classes compare equal. */
  private static String text(ObjectNode object) {
    String text = object.path("status").toString();
    return text.equals("{}") ? "" : text;
  }
}
