package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.Schema;

/**
 * The API versions of a kind, for managed fields: each manager's fields are recorded in the version
 * of its request.
 *
 * <p>Thread-safe. May block on a conversion webhook, so it is called only when managed fields need
 * it.
 */
public interface ObjectVersions {
  /** True if the kind has this version. Fields recorded in a removed version have no owner. */
  boolean exist(String apiVersion);

  /** True if the versions differ in their names only: all have the same fields. */
  default boolean alike() {
    return true;
  }

  /** Returns the schema of a version that exists. */
  Schema sharing(String apiVersion);

  /** Converts the object to a version that exists. Does not change the given one. */
  JsonObject convert(JsonObject object, String apiVersion);

  /** Returns versions that share one schema. */
  static ObjectVersions alike(Schema schema) {
    return new ObjectVersions() {
      @Override
      public boolean exist(String apiVersion) {
        return true;
      }

      @Override
      public Schema sharing(String apiVersion) {
        return schema;
      }

      @Override
      public JsonObject convert(JsonObject object, String apiVersion) {
        return object;
      }
    };
  }
}
