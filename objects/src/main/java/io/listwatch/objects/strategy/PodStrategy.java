package io.listwatch.objects.strategy;

import io.listwatch.objects.apply.FieldSet;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.kinds.QualityOfService;
import io.listwatch.objects.kinds.validation.ProfileAnnotations;
import io.listwatch.objects.metadata.Metadata;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The strategy of Pods: they are Pending when created, and get a grace period when deleted on a
 * node.
 */
public final class PodStrategy extends BuiltInStrategy {
  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  private static final String NO_ROOM =
      "the capacity of the node is not checked by this server when a pod is resized";

  PodStrategy(WrittenKind kind) {
    super(kind);
  }

  /** Replaces a negative grace period with one second. */
  @Override
  public void complete(JsonObject object) {
    super.complete(object);
    if (object.get("spec") instanceof JsonObject spec
        && spec.path("terminationGracePeriodSeconds").asLong() < 0) {
      spec.put("terminationGracePeriodSeconds", 1);
    }
  }

  /** Assumes the account {@code default} and no PriorityClass. */
  @Override
  public void assumeAdmission(JsonObject object) {
    JsonObject spec = object.withObject("spec");
    if (spec.path("serviceAccountName").asText().isEmpty()) {
      spec.put("serviceAccountName", "default").put("serviceAccount", "default");
    }
    PodPriority.DEFAULT.apply(spec);
    Tolerations.addDefaults(spec);
  }

  @Override
  public void prepareCreate(JsonObject object) {
    super.prepareCreate(object);
    ProfileAnnotations.fill(object);
    JsonObject status = object.putObject("status");
    status.put("phase", "Pending").put("qosClass", QualityOfService.of(object));
    if (!object.path("spec").path("schedulingGates").isEmpty()) {
      status
          .putArray("conditions")
          .addObject()
          .put("type", "PodScheduled")
          .put("status", "False")
          .put("lastTransitionTime", Metadata.of(object).text("creationTimestamp"))
          .put("reason", "SchedulingGated")
          .put("message", "Scheduling is blocked due to non-empty scheduling gates");
    }
  }

  /** An update may leave out fields that admission has set. */
  @Override
  public void prepareUpdate(JsonObject next, JsonObject old) {
    JsonObject spec = next.withObject("spec");
    for (String member : List.of("priority", "preemptionPolicy")) {
      if (!spec.hasNonNull(member) && old.path("spec").hasNonNull(member)) {
        spec.set(member, old.path("spec").get(member));
      }
    }
    super.prepareUpdate(next, old);
  }

  @Override
  public List<String> warningsAsSent(JsonObject object) {
    return ProfileAnnotations.warnings(object);
  }

  /** Warns that a resize is not checked against the capacity of the node. */
  @Override
  public List<String> warnings(JsonObject next, @Nullable JsonObject old) {
    if (old == null) {
      return super.warnings(next, null);
    }
    boolean resized =
        !next.path("spec").path("nodeName").asText().isEmpty() && !sizes(next).equals(sizes(old));
    return resized ? List.of(NO_ROOM) : List.of();
  }

  /** Returns the resources of all containers but ephemeral ones, which have none. */
  private static List<JsonValue> sizes(JsonObject pod) {
    JsonObject spec = new JsonObject().setAll(pod.withObject("spec"));
    return spec.without("ephemeralContainers").findValues("resources");
  }

  /** Keeps owner references and QoS class in an update of the status. */
  @Override
  public void prepareStatusUpdate(JsonObject next, JsonObject old) {
    super.prepareStatusUpdate(next, old);
    Metadata.of(next).copy(Metadata.of(old), "ownerReferences");
    JsonObject status = next.withObject("status");
    if (status.path("qosClass").asText().isEmpty() && old.path("status").has("qosClass")) {
      status.set("qosClass", old.path("status").get("qosClass"));
    }
  }

  @Override
  public FieldSet untouchedByStatus() {
    return FieldSet.ofMembers("spec", "metadata.deletionTimestamp", "metadata.ownerReferences");
  }

  /**
   * Returns the grace period of a deletion in seconds: the requested one, or else the pod's own.
   * Zero if the pod is not scheduled, or has ended.
   */
  public static long grace(JsonObject pod, @Nullable Long asked) {
    if (pod.path("spec").path("nodeName").asText().isEmpty()
        || ENDED.contains(pod.path("status").path("phase").asText())) {
      return 0;
    }
    JsonValue own = pod.path("spec").path("terminationGracePeriodSeconds");
    long seconds = asked == null ? own.asLong() : asked;
    return seconds < 0 ? 1 : seconds;
  }
}
