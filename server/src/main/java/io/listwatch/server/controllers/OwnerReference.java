package io.listwatch.server.controllers;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What an object says of one that owns it.
 *
 * @param blocking whether the owner, if it is deleted in the foreground, waits for the object
 */
record OwnerReference(String group, String kind, String name, String uid, boolean blocking) {
  static OwnerReference of(JsonNode reference) {
    return new OwnerReference(
        group(reference.path("apiVersion").asText()),
        reference.path("kind").asText(),
        reference.path("name").asText(),
        reference.path("uid").asText(),
        reference.path("blockOwnerDeletion").asBoolean());
  }

  /** The group of an apiVersion; empty for the core group. */
  static String group(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }
}
