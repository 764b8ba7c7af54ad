package io.listwatch.objects.podsecurity;

import static io.listwatch.objects.podsecurity.StandardCheck.baseline;
import static io.listwatch.objects.podsecurity.StandardCheck.restricted;

import io.listwatch.objects.podsecurity.StandardCheck.Rule;
import io.listwatch.objects.podsecurity.StandardCheck.Since;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The table of all checks. */
final class StandardChecks {
  /** Newer versions have the same rules as this one. */
  static final int NEWEST = 35;

  private static final List<StandardCheck> ALL =
      Stream.concat(baselineChecks(), restrictedChecks())
          .sorted(Comparator.comparing(StandardCheck::level).thenComparing(StandardCheck::id))
          .toList();

  /** The rules of each minor version. */
  private static final List<List<Rule>> BASELINE = rules(PodSecurityLevel.BASELINE);

  private static final List<List<Rule>> RESTRICTED = rules(PodSecurityLevel.RESTRICTED);

  private StandardChecks() {}

  /** Returns the rules of a level in their order: those of the baseline level come first. */
  static List<Rule> of(PodSecurityLevel level, PodSecurityVersion version) {
    int minor = Math.min(version.minor(), NEWEST);
    return (level == PodSecurityLevel.BASELINE ? BASELINE : RESTRICTED).get(minor);
  }

  private static List<List<Rule>> rules(PodSecurityLevel level) {
    return IntStream.rangeClosed(0, NEWEST).mapToObj(minor -> rules(level, minor)).toList();
  }

  private static List<Rule> rules(PodSecurityLevel level, int minor) {
    var overridden =
        ALL.stream()
            .filter(each -> each.level() == level && each.rule(minor).isPresent())
            .map(StandardCheck::overrides)
            .collect(Collectors.toSet());
    var rules = new ArrayList<Rule>();
    for (StandardCheck each : ALL) {
      if (each.level().compareTo(level) <= 0 && !overridden.contains(each.id())) {
        each.rule(minor).ifPresent(rules::add);
      }
    }
    return List.copyOf(rules);
  }

  private static Stream<StandardCheck> baselineChecks() {
    return Stream.of(
        baseline("appArmorProfile", new Since(0, ProfileChecks::appArmor)),
        baseline("capabilities_baseline", new Since(0, ContainerChecks::addedCapabilities)),
        baseline("hostNamespaces", new Since(0, HostChecks::namespaces)),
        baseline("hostPathVolumes", new Since(0, HostChecks::paths)),
        baseline("hostPorts", new Since(0, HostChecks::ports)),
        baseline("hostProbesAndHostLifecycle", new Since(34, HostChecks::probes)),
        baseline("privileged", new Since(0, ContainerChecks::privileged)),
        baseline(
            "procMount",
            new Since(0, ContainerChecks::procMount),
            new Since(35, ((Rule) ContainerChecks::procMount).exceptWithUserNamespace())),
        baseline(
            "seLinuxOptions",
            new Since(0, pod -> ProfileChecks.seLinux(pod, ProfileChecks.SE_LINUX_TYPES)),
            new Since(31, pod -> ProfileChecks.seLinux(pod, ProfileChecks.SE_LINUX_TYPES_31))),
        baseline(
            "seccompProfile_baseline",
            new Since(0, ProfileChecks::seccompAnnotations),
            new Since(19, ProfileChecks::seccomp)),
        baseline(
            "sysctls",
            new Since(0, pod -> HostChecks.sysctls(pod, HostChecks.SYSCTLS)),
            new Since(27, pod -> HostChecks.sysctls(pod, HostChecks.SYSCTLS_27)),
            new Since(29, pod -> HostChecks.sysctls(pod, HostChecks.SYSCTLS_29)),
            new Since(32, pod -> HostChecks.sysctls(pod, HostChecks.SYSCTLS_32))),
        baseline("windowsHostProcess", new Since(0, HostChecks::processes)));
  }

  private static Stream<StandardCheck> restrictedChecks() {
    return Stream.of(
        restricted(
            "allowPrivilegeEscalation",
            "",
            new Since(8, ContainerChecks::escalation),
            new Since(25, ((Rule) ContainerChecks::escalation).exceptOnWindows())),
        restricted(
            "capabilities_restricted",
            "capabilities_baseline",
            new Since(22, ContainerChecks::capabilities),
            new Since(25, ((Rule) ContainerChecks::capabilities).exceptOnWindows())),
        restricted("procMount_restricted", "procMount", new Since(35, ContainerChecks::procMount)),
        restricted("restrictedVolumes", "hostPathVolumes", new Since(0, ContainerChecks::volumes)),
        restricted(
            "runAsNonRoot",
            "",
            new Since(0, UserChecks::nonRoot),
            new Since(35, ((Rule) UserChecks::nonRoot).exceptWithUserNamespace())),
        restricted(
            "runAsUser",
            "",
            new Since(23, UserChecks::user),
            new Since(35, ((Rule) UserChecks::user).exceptWithUserNamespace())),
        restricted(
            "seccompProfile_restricted",
            "seccompProfile_baseline",
            new Since(19, ProfileChecks::requiredSeccomp),
            new Since(25, ((Rule) ProfileChecks::requiredSeccomp).exceptOnWindows())));
  }
}
