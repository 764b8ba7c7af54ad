package io.listwatch.client.warm;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.informer.StoreKeeper;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the contents of a file, as lines of text: the collection, and how its objects were
 * transformed. A file with a different line is not used.
 */
record StoreBinding(List<String> lines) {
  StoreBinding {
    lines = List.copyOf(lines);
  }

  /**
   * @param form the form in which objects are requested
   */
  static StoreBinding of(String cluster, StoreKeeper.Scope scope, String form) {
    return new StoreBinding(
        List.of(
            line("cluster", cluster),
            line("objects", scope.type().apiVersion() + " " + scope.type().kind()),
            line("resource", scope.type().toString()),
            line("namespace", scope.namespace() == null ? "all" : "one " + scope.namespace()),
            line("labels", scope.labels().toString()),
            line("fields", scope.fields().toString()),
            line("form", form),
            line("transform", scope.transform())));
  }

  /** Escapes line breaks: names from users may contain them. */
  private static String line(String name, String value) {
    return name + ": " + value.replace("\\", "\\\\").replace("\n", "\\n");
  }

  /**
   * Returns the file name of a scope. It does not depend on cluster and transform, so that a file
   * of another cluster is found and replaced.
   */
  static String fileName(StoreKeeper.Scope scope, String form) {
    var unnamed =
        new StoreKeeper.Scope(scope.type(), scope.namespace(), scope.labels(), scope.fields(), "");
    byte[] hash = sha256().digest(of("", unnamed, form).text().getBytes(UTF_8));
    String readable = scope.type().toString().replaceAll("[^a-z0-9.-]", "_");
    return readable.substring(0, Math.min(64, readable.length()))
        + "-"
        + HexFormat.of().formatHex(hash, 0, 8);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every JVM has it", impossible);
    }
  }

  static StoreBinding parse(String text) {
    return new StoreBinding(List.of(text.split("\n", -1)));
  }

  String text() {
    return String.join("\n", lines);
  }

  /** Returns the first difference from {@code wanted}; null if there is none. */
  @Nullable String differenceFrom(StoreBinding wanted) {
    for (int i = 0; i < Math.min(lines.size(), wanted.lines.size()); i++) {
      if (!lines.get(i).equals(wanted.lines.get(i))) {
        return "%s (expected: %s)".formatted(lines.get(i), wanted.lines.get(i));
      }
    }
    return lines.size() == wanted.lines.size()
        ? null
        : "%d lines (expected: %d)".formatted(lines.size(), wanted.lines.size());
  }
}
