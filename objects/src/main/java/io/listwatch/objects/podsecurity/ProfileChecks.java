package io.listwatch.objects.podsecurity;

import static io.listwatch.objects.podsecurity.StandardCheck.containers;
import static io.listwatch.objects.podsecurity.StandardCheck.counted;
import static io.listwatch.objects.podsecurity.StandardCheck.quoted;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.podsecurity.PodSecurityViolations.Violation;
import io.listwatch.selector.Quotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Checks of AppArmor, seccomp and SELinux profiles. */
final class ProfileChecks {
  static final Set<String> SE_LINUX_TYPES =
      Set.of("", "container_t", "container_init_t", "container_kvm_t");
  static final Set<String> SE_LINUX_TYPES_31 =
      Set.of("", "container_t", "container_init_t", "container_kvm_t", "container_engine_t");

  private static final Set<String> TYPES = Set.of("RuntimeDefault", "Localhost");
  private static final String APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";
  private static final String SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod";
  private static final String SECCOMP_CONTAINER = "container.seccomp.security.alpha.kubernetes.io/";

  private ProfileChecks() {}

  static Optional<Violation> appArmor(CheckedPod pod) {
    var types = new TreeSet<String>();
    List<String> setters = setters(pod, "appArmorProfile", types);
    List<String> annotations = badAppArmorAnnotations(pod.annotations());
    var bad = new ArrayList<>(types);
    if (!annotations.isEmpty()) {
      bad.addAll(annotations);
      setters.add(counted(annotations, "annotation", "annotations"));
    }
    return setters.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                counted(bad, "forbidden AppArmor profile", "forbidden AppArmor profiles"),
                "%s must not set AppArmor profile type to %s"
                    .formatted(String.join(" and ", setters), quoted(bad))));
  }

  private static List<String> badAppArmorAnnotations(JsonValue annotations) {
    var bad = new TreeSet<String>();
    for (Map.Entry<String, JsonValue> each : annotations.properties()) {
      String profile = each.getValue().asText();
      boolean allowed =
          profile.isEmpty()
              || profile.equals("runtime/default")
              || profile.startsWith("localhost/");
      if (each.getKey().startsWith(APP_ARMOR) && !allowed) {
        bad.add(each.getKey() + "=" + Quotation.of(profile));
      }
    }
    return List.copyOf(bad);
  }

  /** Lists the pod and its containers that set a forbidden profile type, for the message. */
  private static List<String> setters(CheckedPod pod, String profile, Set<String> types) {
    var setters = new ArrayList<String>();
    if (isBad(pod.security(), profile, types)) {
      setters.add("pod");
    }
    List<String> bad = pod.containersWhose(security -> isBad(security, profile, types));
    if (!bad.isEmpty()) {
      setters.add(containers(bad));
    }
    return setters;
  }

  private static boolean isBad(JsonValue security, String profile, Set<String> types) {
    String type = security.path(profile).path("type").asText();
    boolean bad = security.hasNonNull(profile) && !TYPES.contains(type);
    if (bad) {
      types.add(type);
    }
    return bad;
  }

  static Optional<Violation> seccompAnnotations(CheckedPod pod) {
    var bad = new TreeSet<String>();
    addBadSeccomp(pod.annotations(), SECCOMP_POD, bad);
    for (JsonValue each : pod.containers()) {
      addBadSeccomp(pod.annotations(), SECCOMP_CONTAINER + each.path("name").asText(), bad);
    }
    return bad.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "seccompProfile",
                "forbidden %s %s"
                    .formatted(counted(bad, "annotation", "annotations"), String.join(", ", bad))));
  }

  private static void addBadSeccomp(JsonValue annotations, String name, Set<String> bad) {
    String profile = annotations.path(name).asText();
    boolean allowed =
        profile.equals("runtime/default")
            || profile.equals("docker/default")
            || profile.startsWith("localhost/");
    if (annotations.has(name) && !allowed) {
      bad.add(name + "=" + Quotation.of(profile));
    }
  }

  static Optional<Violation> seccomp(CheckedPod pod) {
    var types = new TreeSet<String>();
    List<String> setters = setters(pod, "seccompProfile", types);
    return setters.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "seccompProfile",
                "%s must not set securityContext.seccompProfile.type to %s"
                    .formatted(String.join(" and ", setters), quoted(types))));
  }

  static Optional<Violation> requiredSeccomp(CheckedPod pod) {
    Optional<Violation> bad = seccomp(pod);
    if (bad.isPresent() || pod.security().hasNonNull("seccompProfile")) {
      return bad;
    }
    List<String> silent = pod.containersWhose(security -> !security.hasNonNull("seccompProfile"));
    return silent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "seccompProfile",
                "pod or %s must set securityContext.seccompProfile.type to \"RuntimeDefault\" or \"Localhost\""
                    .formatted(containers(silent))));
  }

  static Optional<Violation> seLinux(CheckedPod pod, Set<String> allowed) {
    var found = new SeLinuxProblems(allowed);
    var setters = new ArrayList<String>();
    if (found.in(pod.security())) {
      setters.add("pod");
    }
    List<String> bad = pod.containersWhose(found::in);
    if (!bad.isEmpty()) {
      setters.add(containers(bad));
    }
    return setters.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "seLinuxOptions",
                "%s set forbidden securityContext.seLinuxOptions: %s"
                    .formatted(String.join(" and ", setters), found.told())));
  }

  /** Collects the wrong SELinux options of a pod and its containers. */
  private static final class SeLinuxProblems {
    private final Set<String> allowed;
    private final Set<String> types = new TreeSet<>();
    private boolean user;
    private boolean role;

    SeLinuxProblems(Set<String> allowed) {
      this.allowed = allowed;
    }

    boolean in(JsonValue security) {
      JsonValue options = security.path("seLinuxOptions");
      if (!security.hasNonNull("seLinuxOptions")) {
        return false;
      }
      String type = options.path("type").asText();
      boolean wrongType = !allowed.contains(type);
      if (wrongType) {
        types.add(type);
      }
      boolean hasUser = !options.path("user").asText().isEmpty();
      boolean hasRole = !options.path("role").asText().isEmpty();
      user |= hasUser;
      role |= hasRole;
      return wrongType || hasUser || hasRole;
    }

    String told() {
      var told = new ArrayList<String>();
      if (!types.isEmpty()) {
        told.add(counted(types, "type", "types") + " " + quoted(types));
      }
      if (user) {
        told.add("user may not be set");
      }
      if (role) {
        told.add("role may not be set");
      }
      return String.join("; ", told);
    }
  }
}
