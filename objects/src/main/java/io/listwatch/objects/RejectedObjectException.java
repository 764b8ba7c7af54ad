package io.listwatch.objects;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown if an object, a patch or an apply is rejected. */
public final class RejectedObjectException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  RejectedObjectException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("; ")));
    this.problems = List.copyOf(problems);
  }

  /** Returns the errors; at least one. */
  public List<Problem> problems() {
    return problems;
  }
}
