package io.listwatch.workloads.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A condition in a Job's status. */
record JobCondition(Type type, boolean status, String reason, String message, Instant since) {
  /** The condition types that kube-controller-manager writes. */
  enum Type {
    SUSPENDED("Suspended"),
    SUCCESS_CRITERIA_MET("SuccessCriteriaMet"),
    FAILURE_TARGET("FailureTarget"),
    COMPLETE("Complete"),
    FAILED("Failed");

    private final String text;

    Type(String text) {
      this.text = text;
    }

    static Optional<Type> parse(String text) {
      return List.of(values()).stream().filter(type -> type.text.equals(text)).findFirst();
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** Returns the condition of that type if its status is True. */
  static Optional<JobCondition> whenTrue(List<JobCondition> conditions, Type type) {
    return conditions.stream()
        .filter(condition -> condition.type() == type && condition.status())
        .findFirst();
  }

  /** Returns this condition's reason and message under another type. */
  JobCondition as(Type newType, Instant now) {
    return new JobCondition(newType, true, reason, message, now);
  }

  /**
   * Returns the conditions with this one in place of that of the same type. If there is none, adds
   * this one unless its status is False.
   */
  List<JobCondition> putInto(List<JobCondition> conditions) {
    var result = new ArrayList<JobCondition>();
    boolean replaced = false;
    for (JobCondition old : conditions) {
      replaced |= old.type() == type;
      result.add(old.type() == type && !old.sameAs(this) ? this : old);
    }
    if (!replaced && status) {
      result.add(this);
    }
    return result;
  }

  private boolean sameAs(JobCondition other) {
    return status == other.status && reason.equals(other.reason) && message.equals(other.message);
  }
}
