package io.listwatch.objects.custom;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonException;
import io.listwatch.json.StringPool;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.SortedForm;
import io.listwatch.objects.schema.structural.StructuralSchema;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of all versions of a definition, each parsed once. A stored object belongs to the
 * version that it was stored in, which need not be the current storage version.
 *
 * <p>Immutable. Equal if all schemas are.
 */
public final class VersionSchemas {
  private static final SortedForm FORM = new SortedForm();
  private static final byte[] API_VERSION = "apiVersion".getBytes(StandardCharsets.UTF_8);

  private final JsonValue versions;
  private final Map<String, StructuralSchema> byApiVersion = new HashMap<>();

  /** The current storage version. */
  private final String storedVersion;

  /** The schema of the storage version; null if it has none. */
  private final @Nullable StructuralSchema stored;

  private VersionSchemas(String group, JsonValue versions, String storageVersion) {
    this.versions = versions;
    for (JsonValue version : versions) {
      if (source(version) instanceof JsonObject source) {
        String apiVersion = group + "/" + version.path("name").asText();
        byApiVersion.put(apiVersion, StructuralSchema.of(source));
      }
    }
    this.storedVersion = group + "/" + storageVersion;
    this.stored = byApiVersion.get(storedVersion);
  }

  public static VersionSchemas of(CustomResourceDefinition definition) {
    return new VersionSchemas(
        definition.group(), definition.versions(), definition.storageVersion());
  }

  /** Returns the schema in the entry of a version. */
  static JsonValue source(JsonValue version) {
    return version.path("schema").path("openAPIV3Schema");
  }

  /** Returns the schema of a version; null if there is no such version, or it has none. */
  public @Nullable StructuralSchema of(String apiVersion) {
    return byApiVersion.get(apiVersion);
  }

  /**
   * Prunes and defaults a stored object; returns the same array if nothing changes. An object of a
   * removed version becomes one of the storage version.
   */
  byte[] reread(byte[] bytes) {
    String version = apiVersion(bytes);
    boolean gone = !version.isEmpty() && !byApiVersion.containsKey(version);
    StructuralSchema schema = byApiVersion.getOrDefault(version, stored);
    if (schema == null
        || (!gone && schema.leaves(bytes))
        || !(JsonTrees.read(bytes) instanceof JsonObject object)) {
      return bytes;
    }
    boolean pruned = !schema.prune(object).isEmpty();
    boolean completed = schema.complete(object);
    if (gone) {
      object.put("apiVersion", storedVersion);
    }
    return pruned || completed || gone ? FORM.encode(object) : bytes;
  }

  /**
   * Returns the apiVersion if it is the first member, as in a canonical object; empty otherwise.
   */
  private static String apiVersion(byte[] bytes) {
    try {
      var cursor = new JsonCursor(bytes);
      cursor.enterObject();
      return cursor.nextField() && cursor.fieldIs(API_VERSION)
          ? cursor.string(StringPool.SHARED)
          : "";
    } catch (JsonException broken) {
      return "";
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VersionSchemas that && versions.equals(that.versions);
  }

  @Override
  public int hashCode() {
    return versions.hashCode();
  }
}
