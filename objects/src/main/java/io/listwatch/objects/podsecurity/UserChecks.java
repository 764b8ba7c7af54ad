package io.listwatch.objects.podsecurity;

import static io.listwatch.objects.podsecurity.StandardCheck.containers;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.podsecurity.PodSecurityViolations.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks of the users that containers run as. */
final class UserChecks {
  private UserChecks() {}

  static Optional<Violation> nonRoot(CheckedPod pod) {
    JsonValue ofPod = pod.security().path("runAsNonRoot");
    List<String> setters = setters(pod, "runAsNonRoot", "false");
    if (!setters.isEmpty()) {
      return Optional.of(
          new Violation(
              "runAsNonRoot != true",
              String.join(" and ", setters) + " must not set securityContext.runAsNonRoot=false"));
    }
    List<String> silent =
        ofPod.asBoolean()
            ? List.of()
            : pod.containersWhose(security -> !security.hasNonNull("runAsNonRoot"));
    return silent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "runAsNonRoot != true",
                "pod or " + containers(silent) + " must set securityContext.runAsNonRoot=true"));
  }

  static Optional<Violation> user(CheckedPod pod) {
    List<String> setters = setters(pod, "runAsUser", "0");
    return setters.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "runAsUser=0", String.join(" and ", setters) + " must not set runAsUser=0"));
  }

  /** Lists the pod and its containers that set the forbidden value, for the message. */
  private static List<String> setters(CheckedPod pod, String member, String bad) {
    var setters = new ArrayList<String>();
    if (isBad(pod.security(), member, bad)) {
      setters.add("pod");
    }
    List<String> names = pod.containersWhose(security -> isBad(security, member, bad));
    if (!names.isEmpty()) {
      setters.add(containers(names));
    }
    return setters;
  }

  private static boolean isBad(JsonValue security, String member, String bad) {
    return security.hasNonNull(member) && security.path(member).asText().equals(bad);
  }
}
