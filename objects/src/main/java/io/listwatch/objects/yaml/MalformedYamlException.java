package io.listwatch.objects.yaml;

/**
 * Thrown if a string is not YAML, has an alias, or exceeds a limit. The message is
 * kube-apiserver's.
 */
public final class MalformedYamlException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int line;

  MalformedYamlException(String problem, int line) {
    super("error converting YAML to JSON: yaml: " + problem);
    this.line = line;
  }

  /** Returns the line of the error, counted from 1. */
  public int line() {
    return line;
  }
}
