package io.listwatch.objects.strategy;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.apply.FieldSet;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.kinds.QualityOfService;
import io.listwatch.objects.kinds.validation.ProfileAnnotations;
import io.listwatch.objects.metadata.Metadata;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Pods: pending when they are made, and given time to end when they run somewhere. */
public final class PodStrategy extends BuiltInStrategy {
  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  private static final String NO_ROOM =
      "whether a node has room for a pod that is resized is not looked at by this server";

  private final ResourceType type;
  private final PodTerms terms;

  public PodStrategy(WrittenKind kind, PodTerms terms) {
    super(kind);
    this.type = kind.type();
    this.terms = terms;
  }

  /** There is no less time to end than a second. */
  @Override
  public void complete(JsonObject object) {
    super.complete(object);
    if (object.get("spec") instanceof JsonObject spec
        && spec.path("terminationGracePeriodSeconds").asLong() < 0) {
      spec.put("terminationGracePeriodSeconds", 1);
    }
  }

  @Override
  public void prepareCreate(JsonObject object) {
    super.prepareCreate(object);
    ProfileAnnotations.fill(object);
    String objection = terms.runtime().objection(object.path("spec"));
    if (!objection.isEmpty()) {
      throw Forbidden.write(type, Metadata.of(object).name(), objection);
    }
    terms.apply(object);
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

  /** What the server said about a pod need not be said again. */
  @Override
  public void prepareUpdate(JsonObject next, JsonObject old) {
    JsonObject spec = next.withObject("spec");
    for (String member : List.of("priority", "preemptionPolicy")) {
      if (!spec.hasNonNull(member) && old.path("spec").hasNonNull(member)) {
        spec.set(member, old.path("spec").get(member));
      }
    }
    Tolerations.addPatience(spec);
    super.prepareUpdate(next, old);
  }

  @Override
  public List<String> warningsAsSent(JsonObject object) {
    return ProfileAnnotations.warnings(object);
  }

  /** Who asks for more on a node is not told here whether there is more. */
  @Override
  public List<String> warnings(JsonObject next, @Nullable JsonObject old) {
    if (old == null) {
      return super.warnings(next, null);
    }
    boolean resized =
        !next.path("spec").path("nodeName").asText().isEmpty() && !sizes(next).equals(sizes(old));
    return resized ? List.of(NO_ROOM) : List.of();
  }

  /** Of all that takes room on a node: containers that look on do not. */
  private static List<JsonValue> sizes(JsonObject pod) {
    JsonObject spec = new JsonObject().setAll(pod.withObject("spec"));
    return spec.without("ephemeralContainers").findValues("resources");
  }

  /** Whoever reports how a pod is doing says nothing about who owns it, or what it is promised. */
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
   * How many seconds a pod has to end: those that were asked for, or else its own. None if nobody
   * runs it, or if it has ended already.
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
