package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.kinds.QualityOfService;
import io.listwatch.objects.schema.FieldError;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Validates updates of a pod through its subresources {@code ephemeralcontainers} and {@code
 * resize}.
 */
public final class PodSubresourceRules {
  private static final Declaration POD = Declaration.ofType("core/v1.Pod");
  private static final Set<String> RESIZED = Set.of("cpu", "memory");

  private PodSubresourceRules() {}

  /** Ephemeral containers may be added, but not changed or removed. */
  public static void checkEphemeralContainers(
      JsonObject next, JsonObject old, List<FieldError> errors) {
    Field pod = Field.root(POD, next, errors);
    PodRules.checkPod(pod);
    Field containers = pod.at("spec", "ephemeralContainers");
    for (Field before : Field.unchecked(POD, old).at("spec", "ephemeralContainers").items()) {
      String name = before.at("name").text();
      Field now = named(containers, name);
      if (now == null) {
        containers.forbidden(
            "existing ephemeral containers \"%s\" may not be removed\n".formatted(name));
      } else if (!now.alike(before)) {
        containers.forbidden(
            "existing ephemeral containers \"%s\" may not be changed\n%s"
                .formatted(name, LineDiff.of(before.value(), now.value())));
      }
    }
  }

  /** A resize may change CPU and memory, but must keep the pod's QoS class. */
  public static void checkResize(JsonObject next, JsonObject old, List<FieldError> errors) {
    Field pod = Field.root(POD, next, errors);
    PodRules.checkPod(pod);
    Field spec = pod.at("spec");
    String quality = old.path("status").path("qosClass").asText(QualityOfService.of(old));
    if (!quality.equals(QualityOfService.of(next))) {
      spec.invalid(quality, "Pod QOS Class may not change as a result of resizing");
    }
    Field before = Field.unchecked(POD, old).at("spec");
    for (String member : List.of("initContainers", "containers")) {
      resized(spec, before, member, PodSubresourceRules::checkNoneRemoved);
    }
    resized(
        spec,
        before,
        "containers",
        (now, then) -> checkOthersKept(now, then, spec, "only cpu and memory resources"));
    resized(
        spec,
        before,
        "initContainers",
        (now, then) ->
            checkOthersKept(
                now, then, now, "only cpu and memory resources for init or sidecar containers"));
  }

  /** Applies a rule to each container of the old pod that the new one still has. */
  private static void resized(
      Field spec, Field before, String member, BiConsumer<Field, Field> rule) {
    for (Field then : before.at(member).items()) {
      Field now = named(spec.at(member), then.at("name").text());
      if (now != null) {
        rule.accept(now, then);
      }
    }
  }

  private static void checkNoneRemoved(Field now, Field then) {
    for (String side : List.of("requests", "limits")) {
      Field kept = now.at("resources", side);
      if (!kept.entries().keySet().containsAll(then.at("resources", side).entries().keySet())) {
        kept.forbidden("resource %s cannot be removed".formatted(side));
      }
    }
  }

  private static void checkOthersKept(Field now, Field then, Field place, String mutable) {
    boolean kept =
        Stream.of("requests", "limits")
            .allMatch(side -> others(now, side).equals(others(then, side)));
    if (!kept) {
      place.forbidden(mutable + " are mutable");
    }
  }

  /** Returns the resources that a resize may not change. */
  private static Map<String, BigDecimal> others(Field container, String side) {
    var others = new TreeMap<String, BigDecimal>();
    container
        .at("resources", side)
        .entries()
        .forEach((name, quantity) -> others.put(name, quantity.quantity().stripTrailingZeros()));
    others.keySet().removeAll(RESIZED);
    return others;
  }

  private static @Nullable Field named(Field containers, String name) {
    return containers.items().stream()
        .filter(each -> each.at("name").is(name))
        .findFirst()
        .orElse(null);
  }
}
