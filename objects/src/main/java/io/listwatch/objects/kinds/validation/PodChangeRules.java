package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import java.util.Set;

/** Validates an update of a pod's spec: only a few fields are mutable. */
final class PodChangeRules {
  private static final String CHANGEABLE =
      "pod updates may not change fields other than"
          + " `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations`"
          + " (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow"
          + " it to be set to 1 if it was previously negative)";

  private final Field spec;
  private final Field old;

  PodChangeRules(Field spec, Field old) {
    this.spec = spec;
    this.old = old;
  }

  void check() {
    for (String member : List.of("containers", "initContainers")) {
      if (!checkContainers(spec.at(member), old.at(member))) {
        return;
      }
    }
    if (!checkDeadline()) {
      return;
    }
    checkTolerations(spec.at("tolerations"));
    checkGates(spec.at("schedulingGates"));
    checkRest();
  }

  private static boolean checkContainers(Field containers, Field old) {
    if (containers.size() != old.size()) {
      containers.forbidden("pod updates may not add or remove containers");
      return false;
    }
    containers.each(
        container -> {
          container.checkDeclared("image");
          ContainerRules.checkImageSpace(container);
        });
    return true;
  }

  private boolean checkDeadline() {
    Field deadline = spec.at("activeDeadlineSeconds");
    Field before = old.at("activeDeadlineSeconds");
    if (deadline.absent()) {
      if (before.present()) {
        deadline.invalid("must not update from a positive integer to nil value");
      }
      return true;
    }
    if (deadline.number() < 0 || deadline.number() > Integer.MAX_VALUE) {
      deadline.within(0, Integer.MAX_VALUE);
      return false;
    }
    if (before.present() && before.number() < deadline.number()) {
      deadline.invalid("must be less than or equal to previous value");
      return false;
    }
    return true;
  }

  private void checkTolerations(Field tolerations) {
    boolean kept =
        old.at("tolerations").items().stream()
            .allMatch(
                before ->
                    tolerations.items().stream()
                        .anyMatch(each -> timeless(each).alike(timeless(before))));
    if (kept) {
      tolerations.each(SchedulingRules::checkToleration);
    } else {
      tolerations.forbidden("existing toleration can not be modified except its tolerationSeconds");
    }
  }

  private static Field timeless(Field toleration) {
    return toleration.value() instanceof JsonObject given
        ? toleration.with(given.deepCopy().without("tolerationSeconds"))
        : toleration;
  }

  private void checkGates(Field gates) {
    Set<String> before = Set.copyOf(names(old.at("schedulingGates")));
    gates.each(
        gate -> {
          String name = gate.at("name").text();
          if (!before.contains(name)) {
            gate.at("name")
                .forbidden(
                    "only deletion is allowed, but found new scheduling gate '" + name + "'");
          }
        });
  }

  private static List<String> names(Field gates) {
    return gates.items().stream().map(gate -> gate.at("name").text()).toList();
  }

  private void checkRest() {
    if (spec.alike(old) || !(spec.value() instanceof JsonObject given)) {
      return;
    }
    Field kept = spec.with(restored(given.deepCopy()));
    if (!kept.alike(old)) {
      spec.forbidden(CHANGEABLE + "\n" + LineDiff.of(old.value(), kept.value()));
    }
  }

  /**
   * Returns the new spec with the old values of all mutable fields, to compare the immutable rest.
   */
  private JsonObject restored(JsonObject next) {
    restoreImages(next.path("containers"), old.at("containers"));
    restoreImages(next.path("initContainers"), old.at("initContainers"));
    for (String member : List.of("activeDeadlineSeconds", "schedulingGates", "tolerations")) {
      restore(next, member);
    }
    Field grace = old.at("terminationGracePeriodSeconds");
    if (grace.number() < 0 && next.path("terminationGracePeriodSeconds").asLong() == 1) {
      restore(next, "terminationGracePeriodSeconds");
    }
    if (!old.at("schedulingGates").isEmpty()) {
      restore(next, "nodeSelector");
      restore(next, "affinity");
    }
    return next;
  }

  private static void restoreImages(JsonValue next, Field old) {
    List<Field> before = old.items();
    for (int i = 0; i < Math.min(next.size(), before.size()); i++) {
      if (next.get(i) instanceof JsonObject container) {
        container.set("image", before.get(i).at("image").value());
      }
    }
  }

  private void restore(JsonObject next, String member) {
    Field before = old.at(member);
    if (before.present()) {
      next.set(member, before.value());
    } else {
      next.remove(member);
    }
  }
}
