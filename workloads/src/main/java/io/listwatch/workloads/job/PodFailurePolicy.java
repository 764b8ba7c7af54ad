package io.listwatch.workloads.job;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A Job's {@code podFailurePolicy}: the first rule that matches a failed pod decides. */
record PodFailurePolicy(List<Rule> rules) {
  static final PodFailurePolicy NONE = new PodFailurePolicy(List.of());

  PodFailurePolicy {
    rules = List.copyOf(rules);
  }

  /** The effect of a failure on the Job. */
  enum Action {
    IGNORE,
    COUNT,
    FAIL_INDEX,
    FAIL_JOB
  }

  /**
   * The action for one failed pod.
   *
   * @param message the reason, for {@link Action#FAIL_JOB}
   */
  record Match(Action action, String message) {
    boolean counted() {
      return action != Action.IGNORE;
    }
  }

  /** One rule: it has either exit codes or pod conditions. */
  record Rule(Action action, @Nullable ExitCodes exitCodes, List<JobPod.Condition> conditions) {
    public Rule {
      conditions = List.copyOf(conditions);
    }
  }

  /**
   * Exit codes that a rule matches.
   *
   * @param container null for any container
   * @param in true for the operator {@code In}, false for {@code NotIn}
   */
  record ExitCodes(@Nullable String container, boolean in, List<Integer> values) {
    public ExitCodes {
      values = List.copyOf(values);
    }

    private boolean matches(JobPod.Exit exit) {
      return exit.code() != 0
          && (container == null || container.equals(exit.container()))
          && values.contains(exit.code()) == in;
    }
  }

  /** Returns the action for {@code pod}; {@link Action#COUNT} if no rule matches. */
  Match match(JobPod pod) {
    for (int i = 0; i < rules.size(); i++) {
      Optional<String> matched = cause(rules.get(i), pod);
      if (matched.isPresent()) {
        return new Match(
            rules.get(i).action(), matched.get() + " matching FailJob rule at index " + i);
      }
    }
    return new Match(Action.COUNT, "");
  }

  private static Optional<String> cause(Rule rule, JobPod pod) {
    String name = pod.namespace() + "/" + pod.name();
    ExitCodes codes = rule.exitCodes();
    if (codes != null) {
      return pod.exits().stream()
          .filter(codes::matches)
          .findFirst()
          .map(
              exit ->
                  "Container %s for pod %s failed with exit code %d"
                      .formatted(exit.container(), name, exit.code()));
    }
    return pod.conditions().stream()
        .filter(rule.conditions()::contains)
        .findFirst()
        .map(condition -> "Pod %s has condition %s".formatted(name, condition.type()));
  }
}
