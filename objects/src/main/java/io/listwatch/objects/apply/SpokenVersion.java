package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.Schema;

/**
 * The version that a write speaks, among the others. Others that differ in nothing but their name
 * count as the same.
 */
record SpokenVersion(String apiVersion, Schema schema, ObjectVersions versions) {
  /** The version in whose words an owner is to be judged. */
  String of(ManagedEntry entry) {
    return versions.alike() ? apiVersion : entry.apiVersion();
  }

  boolean isSpoken(String version) {
    return version.equals(apiVersion);
  }

  Schema sharing(String version) {
    return isSpoken(version) ? schema : versions.sharing(version);
  }

  /** The object in a version, which may be the one that it is in. */
  JsonObject in(String version, JsonObject object) {
    return versions.alike() || object.path("apiVersion").asText().equals(version)
        ? object
        : versions.convert(object, version);
  }
}
