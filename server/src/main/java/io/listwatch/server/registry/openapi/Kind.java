package io.listwatch.server.registry.openapi;

import io.listwatch.model.GroupVersion;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import java.util.Comparator;

/** The kind of a schema or an operation. */
record Kind(String group, String version, String name) implements Comparable<Kind> {
  /** The extension by which clients find a schema or an operation. */
  static final String MEMBER = "x-kubernetes-group-version-kind";

  private static final Comparator<Kind> ORDER =
      Comparator.comparing(Kind::group).thenComparing(Kind::version).thenComparing(Kind::name);

  /** Parses a kind of a group version such as {@code apps/v1}, or {@code /v1}. */
  static Kind of(String groupVersion, String name) {
    GroupVersion of = GroupVersion.of(groupVersion);
    return new Kind(of.group(), of.version(), name);
  }

  JsonObject json() {
    return new JsonObject().put("group", group).put("kind", name).put("version", version);
  }

  /** Adds this kind to the extension of its schema. A schema may have several kinds. */
  void describedBy(JsonObject schema) {
    JsonArray kinds = schema.withArray(MEMBER);
    kinds.add(json());
  }

  @Override
  public int compareTo(Kind other) {
    return ORDER.compare(this, other);
  }
}
