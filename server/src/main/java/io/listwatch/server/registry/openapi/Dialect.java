package io.listwatch.server.registry.openapi;

import io.listwatch.objects.json.JsonObject;

/** The versions of OpenAPI. They differ in where schemas are, and in what schemas can say. */
enum Dialect {
  V2("#/definitions/"),
  V3("#/components/schemas/");

  private final String prefix;

  Dialect(String prefix) {
    this.prefix = prefix;
  }

  /** What stands for the schema of that name. */
  JsonObject reference(String name) {
    return new JsonObject().put("$ref", prefix + name);
  }

  /** The same where something else may be said about the value, which version 3 keeps apart. */
  JsonObject member(String name) {
    if (this == V2) {
      return reference(name);
    }
    JsonObject member = new JsonObject();
    member.putArray("allOf").add(reference(name));
    return member;
  }

  /** The same where there is always a value, which may be empty. Only version 3 says so. */
  JsonObject held(String name) {
    JsonObject held = member(name);
    if (this == V3) {
      held.putObject("default");
    }
    return held;
  }
}
