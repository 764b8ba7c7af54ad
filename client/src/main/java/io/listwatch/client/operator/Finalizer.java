package io.listwatch.client.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.ResourceClient;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.Informer;
import io.listwatch.informer.View;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import java.util.Iterator;

/**
 * A finalizer of a controller's objects: while an object has it, the object is not deleted, so that
 * the controller can clean up first.
 *
 * <pre>{@code
 * if (garden.terminating()) {
 *   return finalizer.cleanUp(garden, () -> { greenhouse.close(key); return Reconciliation.done();
 * });
 * }
 * finalizer.add(garden);
 * }</pre>
 *
 * <p>Thread-safe, for a reconciler with any number of workers. Caches the uids of the last {@value
 * #REMEMBERED} objects that were cleaned up.
 */
public final class Finalizer {
  private static final int REMEMBERED = 10_000;
  private static final String FINALIZERS = "finalizers";

  private final String name;
  private final ResourceClient<Resource> client;
  private final Remembered<String, Boolean> cleaned = new Remembered<>(REMEMBERED);

  private Finalizer(String name, ResourceClient<Resource> client) {
    this.name = name;
    this.client = client;
  }

  /**
   * Creates a finalizer.
   *
   * @param name qualified by a domain, such as {@code example.com/greenhouse}
   * @param client of the controller's objects
   * @param informer of the same objects, which shows the finalizer at once
   * @throws IllegalArgumentException if the name has no domain
   */
  public static Finalizer of(String name, ResourceClient<Resource> client, Informer<?> informer) {
    int slash = name.indexOf('/');
    if (slash < 1 || slash == name.length() - 1) {
      throw new IllegalArgumentException(
          "name: '%s' (expected: such as example.com/cleanup)".formatted(name));
    }
    return new Finalizer(name, client.through(informer));
  }

  /** True if the object has this finalizer. */
  public boolean isOn(View<?> object) {
    return object.resource().finalizers().contains(name);
  }

  /**
   * Adds this finalizer, unless the object has it, terminates, or has been replaced by another one
   * of the same name. Call it before the first change that needs a cleanup.
   */
  public void add(View<?> object) throws InterruptedException {
    if (!isOn(object) && !object.terminating()) {
      edit(object, true);
    }
  }

  /** Removes this finalizer, unless the object does not have it or is gone. */
  public void remove(View<?> object) throws InterruptedException {
    if (isOn(object)) {
      edit(object, false);
    }
  }

  /**
   * Cleans up after a terminating object and then removes this finalizer. Does nothing if the
   * object is not terminating or does not have it.
   *
   * <p>The cleanup runs until it has succeeded once. It is not repeated if only the removal of the
   * finalizer fails, or if the informer still shows the finalizer. After a restart in between it
   * runs again, so it must be idempotent.
   *
   * @return the cleanup's result, if that is other than {@code done}: the finalizer then stays
   */
  public Reconciliation cleanUp(View<?> object, Cleanup cleanup) throws Exception {
    if (!object.terminating() || !isOn(object)) {
      return Reconciliation.done();
    }
    String uid = object.resource().uid().orElse(object.key().toString());
    if (cleaned.get(uid) == null) {
      Reconciliation result = cleanup.cleanUp();
      if (!result.equals(Reconciliation.done())) {
        return result;
      }
      cleaned.put(uid, true);
    }
    edit(object, false);
    return Reconciliation.done();
  }

  private void edit(View<?> object, boolean present) throws InterruptedException {
    try {
      var unused =
          client.edit(object.key(), current -> edited(object.resource(), current, present));
    } catch (NotFoundException gone) {
      // The object was deleted meanwhile, so there is nothing to change.
    }
  }

  /** Returns {@code current} itself if it is not the same object, or needs no change. */
  private Resource edited(Resource expected, Resource current, boolean present) {
    if (!current.sameUid(expected)
        || current.finalizers().contains(name) == present
        || (present && current.terminating())) {
      return current;
    }
    ObjectNode tree = JsonTree.of(current);
    ArrayNode finalizers = JsonTree.array(JsonTree.object(tree, "metadata"), FINALIZERS);
    if (present) {
      finalizers.add(name);
    } else {
      for (Iterator<JsonNode> each = finalizers.elements(); each.hasNext(); ) {
        if (each.next().asText().equals(name)) {
          each.remove();
        }
      }
    }
    return JsonTree.resource(tree);
  }

  @Override
  public String toString() {
    return name;
  }

  /**
   * Removes everything that a controller has created for an object and that no owner reference
   * covers.
   */
  @FunctionalInterface
  public interface Cleanup {
    /**
     * Cleans up.
     *
     * @return {@code done} if nothing is left; otherwise the cleanup is called again as the result
     *     says
     * @throws Exception if the cleanup failed; it is then retried like a reconciler
     */
    Reconciliation cleanUp() throws Exception;
  }
}
