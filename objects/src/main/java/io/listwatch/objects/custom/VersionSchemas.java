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
 * The schemas of all versions of a definition, each read once. An object that was stored is what
 * the version says that it was stored in, which need not be the one that is stored now.
 *
 * <p>Immutable. Equal to others of the same text.
 */
public final class VersionSchemas {
  private static final SortedForm FORM = new SortedForm();
  private static final byte[] API_VERSION = "apiVersion".getBytes(StandardCharsets.UTF_8);

  private final JsonValue versions;
  private final Map<String, StructuralSchema> byApiVersion = new HashMap<>();

  /** The version that is stored now. */
  private final String storedVersion;

  /** Of that version; null if it has no schema. */
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

  /** What a version says about its objects. */
  static JsonValue source(JsonValue version) {
    return version.path("schema").path("openAPIV3Schema");
  }

  /** The schema of a version; null if there is no such version, or it has none. */
  public @Nullable StructuralSchema of(String apiVersion) {
    return byApiVersion.get(apiVersion);
  }

  /**
   * What was stored, pruned and completed; the very same bytes if there is nothing to do. What is
   * of a version that there is no more is of the stored one from now on.
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

  /** It is the first member of what is spelled as all are. */
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
