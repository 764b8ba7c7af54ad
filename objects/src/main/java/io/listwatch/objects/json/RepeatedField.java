package io.listwatch.objects.json;

import io.listwatch.selector.Quotation;

/**
 * A member that was given more than once.
 *
 * @param path as in {@code spec.containers[0].name}; of YAML the key alone
 * @param after the path of the new member that stood before it; empty if that is not known
 * @param line of the second one in YAML; 0 in JSON
 */
public record RepeatedField(String path, String after, int line) {
  /** A member of JSON, wherever it stood. */
  public static RepeatedField of(String path) {
    return new RepeatedField(path, "", 0);
  }

  public boolean isYaml() {
    return line > 0;
  }

  /** What the client is told. */
  public String complaint() {
    return isYaml()
        ? "line %d: key %s already set in map".formatted(line, Quotation.of(path))
        : "duplicate field " + Quotation.of(path);
  }
}
