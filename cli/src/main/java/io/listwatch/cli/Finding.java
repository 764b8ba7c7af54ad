package io.listwatch.cli;

import io.listwatch.json.JsonString;
import io.listwatch.objects.Manifest;
import io.listwatch.objects.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A problem in a file.
 *
 * @param manifest null if the file cannot be parsed
 */
record Finding(Severity severity, String file, @Nullable Manifest manifest, Problem problem) {
  enum Severity {
    ERROR,
    WARNING
  }

  /** Returns a line, such as {@code web.yaml:6: Deployment/web: spec.replicas: Invalid value …}. */
  String text() {
    String prefix = severity == Severity.WARNING ? "warning: " : "";
    String object = manifest == null ? "" : manifest + ": ";
    // Keeps a message of several lines on one line.
    return "%s:%d: %s%s%s"
        .formatted(file, problem.line(), prefix, object, problem)
        .replace("\n", " ");
  }

  String json() {
    var json = new StringBuilder("{");
    append(json, "severity", severity == Severity.WARNING ? "warning" : "error");
    append(json, "file", file);
    json.append("\"line\": ").append(problem.line()).append(", ");
    append(json, "apiVersion", manifest == null ? "" : manifest.apiVersion());
    append(json, "kind", manifest == null ? "" : manifest.kind());
    append(json, "namespace", manifest == null ? "" : manifest.namespace());
    append(json, "name", manifest == null ? "" : manifest.name());
    append(json, "field", problem.field());
    append(json, "reason", problem.reason());
    append(json, "message", problem.message());
    json.setLength(json.length() - 2);
    return json.append('}').toString();
  }

  private static void append(StringBuilder json, String member, String text) {
    json.append('"').append(member).append("\": ").append(JsonString.quote(text)).append(", ");
  }
}
