package io.listwatch.server.auth.webhook;

import io.listwatch.objects.json.JsonValue;
import java.util.List;

/** Rejects unknown fields of a configuration file, as kube-apiserver does. */
final class KnownFields {
  private KnownFields() {}

  /**
   * @throws IllegalArgumentException if the object has an unknown field: a misspelled field would
   *     otherwise be ignored
   */
  static void check(JsonValue object, String path, String... known) {
    for (String name : object.fieldNames()) {
      if (!List.of(known).contains(name)) {
        throw new IllegalArgumentException(path + name + ": unknown field");
      }
    }
  }
}
