package io.listwatch.objects.json;

import io.listwatch.selector.Quotation;

/**
 * A duplicate member.
 *
 * @param path the path, such as {@code spec.containers[0].name}; in YAML the key alone
 * @param after the path of the preceding member that is not a duplicate; empty if it is not known
 * @param line the line of the second member in YAML; 0 in JSON
 */
public record RepeatedField(String path, String after, int line) {
  /** Returns a duplicate in JSON, without its position. */
  public static RepeatedField of(String path) {
    return new RepeatedField(path, "", 0);
  }

  public boolean isYaml() {
    return line > 0;
  }

  /** Returns the message for the client. */
  public String complaint() {
    return isYaml()
        ? "line %d: key %s already set in map".formatted(line, Quotation.of(path))
        : "duplicate field " + Quotation.of(path);
  }
}
