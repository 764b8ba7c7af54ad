package io.listwatch.objects.kinds.validation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.kinds.QualityOfService;
import io.listwatch.objects.schema.FieldError;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What may change about a pod on the paths of its own: who looks on, and what containers get. */
public final class PodPartRules {
  private static final Declaration POD = Declaration.ofType("core/v1.Pod");
  private static final Set<String> RESIZED = Set.of("cpu", "memory");

  private PodPartRules() {}

  /** Containers that look on come and stay as they are. */
  public static void checkEphemeralContainers(
      ObjectNode next, ObjectNode old, List<FieldError> errors) {
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

  /** Processors and memory may be more or less, but not in another quality than was promised. */
  public static void checkResize(ObjectNode next, ObjectNode old, List<FieldError> errors) {
    Field pod = Field.root(POD, next, errors);
    PodRules.checkPod(pod);
    Field spec = pod.at("spec");
    String quality = old.path("status").path("qosClass").asText(QualityOfService.of(old));
    if (!quality.equals(QualityOfService.of(next))) {
      spec.invalid(quality, "Pod QOS Class may not change as a result of resizing");
    }
    for (String member : List.of("containers", "initContainers")) {
      for (Field before : Field.unchecked(POD, old).at("spec", member).items()) {
        Field now = named(spec.at(member), before.at("name").text());
        if (now != null) {
          checkResources(spec, now.at("resources"), before.at("resources"));
        }
      }
    }
  }

  private static void checkResources(Field spec, Field now, Field before) {
    for (String kind : List.of("requests", "limits")) {
      var names = now.at(kind).entries();
      before
          .at(kind)
          .entries()
          .forEach(
              (name, amount) -> {
                Field changed = names.get(name);
                if (changed == null) {
                  now.at(kind).forbidden("resource %s cannot be removed".formatted(kind));
                } else if (!RESIZED.contains(name) && !changed.alike(amount)) {
                  spec.forbidden("only cpu and memory resources are mutable");
                }
              });
    }
  }

  private static @Nullable Field named(Field containers, String name) {
    return containers.items().stream()
        .filter(each -> each.at("name").is(name))
        .findFirst()
        .orElse(null);
  }
}
