package io.listwatch.objects.podsecurity;

import java.util.List;
import java.util.stream.Collectors;

/** The violations of a standard by one pod, in the order of the checks. */
public record PodSecurityViolations(List<Violation> violations) {
  static final PodSecurityViolations NONE = new PodSecurityViolations(List.of());

  public boolean isEmpty() {
    return violations.isEmpty();
  }

  /** Returns the reasons, without the names of containers and volumes. */
  public String reasons() {
    return violations.stream().map(Violation::reason).collect(Collectors.joining(", "));
  }

  /** Returns the reasons, each with its detail. */
  public String details() {
    return violations.stream()
        .map(each -> each.reason + " (" + each.detail + ")")
        .collect(Collectors.joining(", "));
  }

  /**
   * One violation.
   *
   * @param reason such as {@code hostPath volumes}
   * @param detail names the containers, volumes or fields
   */
  public record Violation(String reason, String detail) {}
}
