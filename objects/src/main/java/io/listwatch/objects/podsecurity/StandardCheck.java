package io.listwatch.objects.podsecurity;

import io.listwatch.objects.podsecurity.PodSecurityViolations.Violation;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A check of the standards with the rule of each version.
 *
 * @param id orders the checks of a level
 * @param since the rules, each with the first minor version that has it, oldest first
 * @param overrides the id of the baseline check that the restricted level replaces by this one;
 *     empty if there is none
 */
record StandardCheck(String id, PodSecurityLevel level, List<Since> since, String overrides) {
  static StandardCheck baseline(String id, Since... since) {
    return new StandardCheck(id, PodSecurityLevel.BASELINE, List.of(since), "");
  }

  static StandardCheck restricted(String id, String overrides, Since... since) {
    return new StandardCheck(id, PodSecurityLevel.RESTRICTED, List.of(since), overrides);
  }

  /** Returns the rule of a minor version; empty if the version is older than the check. */
  Optional<Rule> rule(int minor) {
    return since.stream()
        .filter(each -> each.minor <= minor)
        .reduce((older, newer) -> newer)
        .map(Since::rule);
  }

  /** Finds out whether a pod violates the standard. */
  interface Rule {
    Optional<Violation> check(CheckedPod pod);

    /** Returns a rule that does not apply to Windows pods. */
    default Rule exceptOnWindows() {
      return pod -> pod.isForWindows() ? Optional.empty() : check(pod);
    }

    /** Returns a rule that does not apply to pods with their own user namespace. */
    default Rule exceptWithUserNamespace() {
      return pod -> pod.hasUserNamespace() ? Optional.empty() : check(pod);
    }
  }

  record Since(int minor, Rule rule) {}

  /** Returns the names in quotes. */
  static String quoted(Collection<String> names) {
    return "\"" + String.join("\", \"", names) + "\"";
  }

  /** Returns a word in its singular or plural. */
  static String counted(Collection<String> names, String one, String many) {
    return names.size() == 1 ? one : many;
  }

  /** Lists containers for a message, as in {@code containers "a", "b"}. */
  static String containers(Collection<String> names) {
    return counted(names, "container", "containers") + " " + quoted(names);
  }
}
