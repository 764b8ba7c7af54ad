package io.listwatch.server.controllers;

import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.json.JsonPath;
import io.listwatch.model.ApiException;
import io.listwatch.model.ConflictException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Deletes the content of terminating namespaces, then removes their finalizer.
 *
 * <pre>
 *   terminating ──▶ pods deleted ──gone──▶ everything else deleted ──gone──▶ finalized
 *                     ▲      │                ▲        │
 *                     └ left ┘                └─ left ─┘   conditions name the remaining objects
 * </pre>
 *
 * <p>Nothing can be created in a terminating namespace, so the deleted objects stay gone. A create
 * that began earlier may still be stored: see {@link LateCreations}.
 */
final class NamespaceLifecycle implements Reconciler<ResourceKey> {
  /** In {@code spec.finalizers} until the namespace is empty. */
  private static final String FINALIZER = "kubernetes";

  private static final JsonPath DELETION = JsonPath.of("metadata.deletionTimestamp");
  private static final JsonPath PHASE = JsonPath.of("status.phase");
  private static final JsonPath GRACE = JsonPath.of("spec.terminationGracePeriodSeconds");
  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  private final LiveObjects objects;
  private final LateCreations late;
  private final Timers timers;
  private final ResourceDefinition namespaces;

  NamespaceLifecycle(LiveObjects objects, LateCreations late, Timers timers) {
    this.objects = objects;
    this.late = late;
    this.timers = timers;
    this.namespaces = objects.builtIn("", "v1", "namespaces");
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws InterruptedException {
    Resource namespace = objects.get(namespaces, key).orElse(null);
    if (namespace == null) {
      return deleteLateCreations(key);
    }
    if (!namespace.terminating()) {
      late.exists(key);
      return Reconciliation.done();
    }
    NamespaceContent content = empty(namespace);
    try {
      writeConditions(key, content);
      if (content.isGone()) {
        late.emptied(key);
        removeFinalizer(key);
      }
    } catch (NotFoundException gone) {
      return deleteLateCreations(key);
    } catch (ConflictException changed) {
      return Reconciliation.retry();
    }
    if (content.isGone()) {
      return deleteLateCreations(key);
    }
    return content.hasFailed()
        ? Reconciliation.retry()
        : Reconciliation.again(content.retryDelay());
  }

  private Reconciliation deleteLateCreations(ResourceKey namespace) throws InterruptedException {
    return late.delete(namespace) ? Reconciliation.done() : Reconciliation.retry();
  }

  /** Deletes pods first: the objects that they use must exist as long as they run. */
  private NamespaceContent empty(Resource namespace) throws InterruptedException {
    var content = new NamespaceContent();
    remove(objects.builtIn("", "v1", "pods"), namespace, content);
    if (!content.isGone()) {
      return content;
    }
    for (ResourceDefinition each : objects.contentOfNamespaces()) {
      remove(each, namespace, content);
    }
    return content;
  }

  private void remove(ResourceDefinition definition, Resource namespace, NamespaceContent content)
      throws InterruptedException {
    String name = namespace.key().name();
    var scope = ResourceScope.namespace(name);
    try {
      if (objects.count(definition, name) == 0) {
        return;
      }
      Duration grace = grace(definition, scope, namespace);
      objects.deleteAll(definition, scope);
      var left = new RemainingObjects();
      objects.list(definition, scope).forEach(left::add);
      if (left.count() > 0) {
        content.remain(definition.type(), name, left, grace);
        return;
      }
      // Lists leave out objects that cannot be read, which a later namespace would inherit.
      long unreadable = objects.count(definition, name);
      if (unreadable > 0) {
        content.fail(
            "%d of %s in namespace %s cannot be read; delete them by name"
                .formatted(unreadable, definition.type(), name));
      }
    } catch (ApiException failure) {
      content.fail(failure.status().message());
    }
  }

  /** Returns the grace period of the pods; zero once it is over, and for all other kinds. */
  private Duration grace(ResourceDefinition definition, ResourceScope scope, Resource namespace)
      throws InterruptedException {
    if (!definition.type().toString().equals("pods")) {
      return Duration.ZERO;
    }
    long seconds = 0;
    LiveList pods = objects.list(definition, scope);
    for (List<Resource> batch = pods.next(); !batch.isEmpty(); batch = pods.next()) {
      seconds = Math.max(seconds, longestGrace(batch));
    }
    Instant since = Instant.parse(namespace.text(DELETION).orElseThrow());
    return timers.now().isBefore(since.plusSeconds(seconds))
        ? Duration.ofSeconds(seconds)
        : Duration.ZERO;
  }

  private static long longestGrace(List<Resource> pods) {
    return pods.stream()
        .filter(pod -> !ENDED.contains(pod.text(PHASE).orElse("")))
        .mapToLong(pod -> pod.text(GRACE).map(Long::parseLong).orElse(0L))
        .max()
        .orElse(0);
  }

  private void writeConditions(ResourceKey key, NamespaceContent content)
      throws InterruptedException {
    JsonObject namespace = read(key);
    JsonObject status = namespace.withObject("status");
    if (NamespaceConditions.write(status, content, timers.now())) {
      objects.update(namespaces, key, "status", namespace);
    }
  }

  /** Removes the finalizer. If it was the last one, the namespace is gone. */
  private void removeFinalizer(ResourceKey key) throws InterruptedException {
    JsonObject namespace = read(key);
    JsonValue before = namespace.at("/spec/finalizers");
    JsonArray after = namespace.withObject("spec").putArray("finalizers");
    for (JsonValue each : before) {
      if (!each.asText().equals(FINALIZER)) {
        after.add(each);
      }
    }
    objects.update(namespaces, key, "finalize", namespace);
  }

  private JsonObject read(ResourceKey key) throws InterruptedException {
    Resource current =
        objects
            .get(namespaces, key)
            .orElseThrow(() -> ApiErrors.notFound(namespaces.type(), key.name()));
    return LiveObjects.tree(current);
  }
}
