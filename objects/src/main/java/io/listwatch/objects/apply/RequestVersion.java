package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.Schema;

/**
 * The API version of a request, and its relation to the other versions of the kind. Versions that
 * differ only in their names count as the same.
 */
record RequestVersion(String apiVersion, Schema schema, ObjectVersions versions) {
  /** Returns the version in which an entry's fields are recorded. */
  String of(ManagedEntry entry) {
    return versions.alike() ? apiVersion : entry.apiVersion();
  }

  boolean isRequested(String version) {
    return version.equals(apiVersion);
  }

  Schema sharing(String version) {
    return isRequested(version) ? schema : versions.sharing(version);
  }

  /** Converts the object to a version, if it is not in it already. */
  JsonObject in(String version, JsonObject object) {
    return versions.alike() || object.path("apiVersion").asText().equals(version)
        ? object
        : versions.convert(object, version);
  }
}
