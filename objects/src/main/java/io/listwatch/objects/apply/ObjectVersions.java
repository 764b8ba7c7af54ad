package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.Schema;

/**
 * What the versions of a kind make of its objects: what somebody owns is said in the words of the
 * version that it spoke.
 *
 * <p>Thread-safe. May wait for somebody else, so it is asked only where owners need it.
 */
public interface ObjectVersions {
  /** Whether there is such a version. Who owns something in one that is gone owns nothing. */
  boolean exist(String apiVersion);

  /** Whether they differ in nothing but their names, so that a field of one is one of all. */
  default boolean alike() {
    return true;
  }

  /** How owners share an object of a version that exists. */
  Schema sharing(String apiVersion);

  /** The object in a version that exists. Leaves the one that it is given alone. */
  JsonObject convert(JsonObject object, String apiVersion);

  /** Versions of which no more is known than the schema that all share. */
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
