package io.listwatch.server.controllers;

import io.listwatch.controller.Lease;
import io.listwatch.controller.LeaseLock;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.Times;
import io.listwatch.server.registry.ResourceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A lock in a Lease object of the server itself, where users can see the leader. */
final class VerbsLeaseLock implements LeaseLock {
  private final LiveObjects objects;
  private final ResourceKey key;
  private final ResourceDefinition leases;

  VerbsLeaseLock(LiveObjects objects, ResourceKey key) {
    this.objects = objects;
    this.key = key;
    this.leases = objects.builtIn("coordination.k8s.io", "v1", "leases");
  }

  @Override
  public Optional<Lease> read() throws InterruptedException {
    return objects.get(leases, key).map(VerbsLeaseLock::lease);
  }

  private static Lease lease(Resource object) {
    var spec = LiveObjects.tree(object).path("spec");
    return new Lease(
        spec.path("holderIdentity").asText(),
        Duration.ofSeconds(spec.path("leaseDurationSeconds").asLong()),
        time(spec.path("acquireTime").asText()),
        time(spec.path("renewTime").asText()),
        spec.path("leaseTransitions").asLong(),
        object.version());
  }

  private static Instant time(String text) {
    return text.isEmpty() ? Instant.EPOCH : Instant.parse(text);
  }

  @Override
  public Lease write(Lease lease) throws InterruptedException {
    JsonObject object = object(lease);
    ResourceVersion version = lease.version();
    Resource written;
    if (version.isUnset()) {
      written = objects.createNew(leases, key.namespace(), object);
    } else {
      object.withObject("metadata").put("resourceVersion", version.toString());
      written = objects.update(leases, key, "", object);
    }
    return lease(written);
  }

  private JsonObject object(Lease lease) {
    JsonObject object =
        LiveObjects.parse("{\"apiVersion\": \"coordination.k8s.io/v1\", \"kind\": \"Lease\"}");
    object.putObject("metadata").put("name", key.name()).put("namespace", key.namespace());
    object
        .putObject("spec")
        .put("holderIdentity", lease.holder())
        .put("leaseDurationSeconds", (lease.duration().toMillis() + 999) / 1000)
        .put("acquireTime", Times.microseconds(lease.acquired()))
        .put("renewTime", Times.microseconds(lease.renewed()))
        .put("leaseTransitions", lease.transitions());
    return object;
  }

  @Override
  public String name() {
    return key.toString();
  }
}
