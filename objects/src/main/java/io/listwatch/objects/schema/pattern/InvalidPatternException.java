package io.listwatch.objects.schema.pattern;

/** Thrown for a regular expression that Go's {@code regexp} would reject, with Go's message. */
public final class InvalidPatternException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String problem;

  InvalidPatternException(String problem, String expression) {
    super("error parsing regexp: " + problem + ": `" + expression + "`", null, false, false);
    this.problem = problem;
  }

  /** Returns the error without the quoted part of the pattern. */
  public String problem() {
    return problem;
  }
}
