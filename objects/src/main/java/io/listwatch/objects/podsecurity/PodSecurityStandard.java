package io.listwatch.objects.podsecurity;

import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/** A level of the Pod Security Standards in one of its versions, such as {@code baseline:v1.25}. */
public record PodSecurityStandard(PodSecurityLevel level, PodSecurityVersion version) {
  public static final PodSecurityStandard PRIVILEGED =
      new PodSecurityStandard(PodSecurityLevel.PRIVILEGED, PodSecurityVersion.LATEST);

  /** Returns how a pod violates this standard. */
  public PodSecurityViolations evaluate(JsonValue metadata, JsonValue spec) {
    if (level == PodSecurityLevel.PRIVILEGED) {
      return PodSecurityViolations.NONE;
    }
    var pod = new CheckedPod(metadata, spec);
    var found = new ArrayList<PodSecurityViolations.Violation>();
    for (StandardCheck.Rule each : StandardChecks.of(level, version)) {
      each.check(pod).ifPresent(found::add);
    }
    return found.isEmpty()
        ? PodSecurityViolations.NONE
        : new PodSecurityViolations(List.copyOf(found));
  }

  /** True if both allow the same pods: the version of the privileged level does not matter. */
  public boolean isEquivalentTo(PodSecurityStandard other) {
    return equals(other)
        || (level == PodSecurityLevel.PRIVILEGED && other.level == PodSecurityLevel.PRIVILEGED);
  }

  @Override
  public String toString() {
    return level + ":" + version;
  }
}
