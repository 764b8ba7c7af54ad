package io.listwatch.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.controller.Lease;
import io.listwatch.controller.LeaseLock;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * A {@code Lease} object of an API server, in the format of client-go, so that candidates of both
 * libraries can compete for it.
 *
 * <p>Thread-safe. Each call is one request without retries: the elector has its own retry period.
 */
public final class HttpLeaseLock implements LeaseLock {
  private static final ResourceType LEASES =
      ResourceType.namespaced("coordination.k8s.io/v1", "Lease", "leases");

  private static final JsonPath HOLDER = JsonPath.of("spec.holderIdentity");
  private static final JsonPath DURATION = JsonPath.of("spec.leaseDurationSeconds");
  private static final JsonPath ACQUIRED = JsonPath.of("spec.acquireTime");
  private static final JsonPath RENEWED = JsonPath.of("spec.renewTime");
  private static final JsonPath TRANSITIONS = JsonPath.of("spec.leaseTransitions");

  /** Exactly six fractional digits, as in {@code MicroTime}. */
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final ResourceClient<Resource> leases;
  private final String namespace;
  private final String name;

  /** The lease of that name, which may not exist yet. */
  public HttpLeaseLock(ApiClient client, String namespace, String name) {
    this.leases = client.resources(LEASES).inNamespace(namespace).once();
    this.namespace = namespace;
    this.name = name;
  }

  @Override
  public Optional<Lease> read() throws InterruptedException {
    return leases.get(name).map(HttpLeaseLock::lease);
  }

  private static Lease lease(Resource object) {
    return new Lease(
        object.text(HOLDER).orElse(""),
        Duration.ofSeconds(number(object, DURATION)),
        time(object, ACQUIRED),
        time(object, RENEWED),
        number(object, TRANSITIONS),
        object.version());
  }

  private static long number(Resource object, JsonPath path) {
    String text = object.text(path).orElse("0");
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
  }

  /** Times are informational, so one that cannot be parsed counts as absent. */
  private static Instant time(Resource object, JsonPath path) {
    try {
      return object.text(path).map(OffsetDateTime::parse).orElseThrow().toInstant();
    } catch (DateTimeException | NoSuchElementException none) {
      return Instant.EPOCH;
    }
  }

  @Override
  public Lease write(Lease lease) throws InterruptedException {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ObjectNode metadata = json.putObject("metadata");
    json.set("spec", spec(lease));
    if (lease.version().isUnset()) {
      json.put("kind", LEASES.kind()).put("apiVersion", LEASES.apiVersion());
      metadata.put("name", name).put("namespace", namespace);
      return lease(leases.create(Resource.parse(json.toString())));
    }
    // A patch keeps fields that others have added to the lease, and the version makes it as safe as
    // an update.
    metadata.put("resourceVersion", lease.version().toString());
    return lease(leases.patch(name, Patch.merge(json.toString())));
  }

  private static ObjectNode spec(Lease lease) {
    ObjectNode spec = JsonNodeFactory.instance.objectNode();
    if (lease.holder().isEmpty()) {
      spec.putNull("holderIdentity");
    } else {
      spec.put("holderIdentity", lease.holder());
    }
    return spec.put("leaseDurationSeconds", seconds(lease.duration()))
        .put("acquireTime", MICROS.format(lease.acquired()))
        .put("renewTime", MICROS.format(lease.renewed()))
        .put("leaseTransitions", lease.transitions());
  }

  /** Rounded up: no candidate may consider a lease expired before its holder does. */
  private static long seconds(Duration duration) {
    return Math.max(1, duration.plusNanos(999_999_999).toSeconds());
  }

  @Override
  public String name() {
    return namespace + "/" + name;
  }
}
