package io.listwatch.server.controllers;

import static io.listwatch.objects.custom.CustomResourceDefinition.CLEANUP;

import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.model.ApiException;
import io.listwatch.model.ConflictException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.Optional;

/**
 * Deletes the custom resources of a terminating definition, then removes the definition's
 * finalizer.
 */
final class DefinitionTeardown implements Reconciler<ResourceKey> {
  /** Time until the next attempt if nothing changes: finalizers hold the remaining objects. */
  private static final Duration RETRY_DELAY = Duration.ofSeconds(5);

  private final LiveObjects objects;
  private final Timers timers;
  private final ResourceDefinition definitions;

  DefinitionTeardown(LiveObjects objects, Timers timers) {
    this.objects = objects;
    this.timers = timers;
    this.definitions = objects.builtIn("apiextensions.k8s.io", "v1", "customresourcedefinitions");
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws InterruptedException {
    try {
      Resource definition = objects.get(definitions, key).orElse(null);
      return definition != null
              && definition.terminating()
              && definition.finalizers().contains(CLEANUP)
          ? tearDown(definition)
          : Reconciliation.done();
    } catch (NotFoundException gone) {
      return Reconciliation.done();
    } catch (ConflictException changed) {
      return Reconciliation.retry();
    }
  }

  private Reconciliation tearDown(Resource definition) throws InterruptedException {
    if (!isEstablished(definition)) {
      return finish(definition, "NeverEstablished", "resource was never established");
    }
    Optional<ResourceDefinition> served =
        objects.definitions().stream()
            .filter(each -> each.custom() && each.type().toString().equals(definition.key().name()))
            .findFirst();
    if (served.isEmpty()) {
      return Reconciliation.retry();
    }
    Resource marked =
        report(
            definition,
            true,
            "InstanceDeletionInProgress",
            "CustomResource deletion is in progress");
    return deleteObjects(marked, served.get());
  }

  private static boolean isEstablished(Resource definition) {
    for (JsonValue each : LiveObjects.tree(definition).at("/status/conditions")) {
      if (each.path("type").asText().equals("Established")) {
        return each.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private Reconciliation deleteObjects(Resource definition, ResourceDefinition served)
      throws InterruptedException {
    try {
      if (objects.count(served, null) > 0) {
        objects.deleteAll(served, ResourceScope.ALL);
      }
    } catch (ApiException failure) {
      var unused =
          report(
              definition,
              true,
              "InstanceDeletionFailed",
              "could not issue all deletes: " + failure.status().message());
      return Reconciliation.retry();
    }
    return objects.count(served, null) == 0
        ? finish(definition, "InstanceDeletionCompleted", "removed all instances")
        : Reconciliation.again(RETRY_DELAY);
  }

  private Reconciliation finish(Resource definition, String reason, String message)
      throws InterruptedException {
    Resource last = report(definition, false, reason, message);
    objects.removeFinalizer(definitions, last, CLEANUP);
    return Reconciliation.done();
  }

  /** Writes a condition. Returns the definition after that. */
  private Resource report(Resource definition, boolean terminating, String reason, String message)
      throws InterruptedException {
    JsonObject next = LiveObjects.tree(definition);
    var condition = new Condition("Terminating", terminating, reason, message);
    return condition.applyTo(next.withObject("status"), timers.now())
        ? objects.update(definitions, definition.key(), "status", next)
        : definition;
  }
}
