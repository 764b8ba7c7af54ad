package io.listwatch.server.registry.openapi;

import io.listwatch.objects.json.JsonObject;

/** The versions of OpenAPI, which differ in the place of schemas and in their keywords. */
enum OpenApiVersion {
  V2("#/definitions/"),
  V3("#/components/schemas/");

  private final String prefix;

  OpenApiVersion(String prefix) {
    this.prefix = prefix;
  }

  /** Returns a {@code $ref} to the schema of that name. */
  JsonObject reference(String name) {
    return new JsonObject().put("$ref", prefix + name);
  }

  /** Returns a reference to which other keywords can be added; V3 needs {@code allOf} for that. */
  JsonObject member(String name) {
    if (this == V2) {
      return reference(name);
    }
    JsonObject member = new JsonObject();
    member.putArray("allOf").add(reference(name));
    return member;
  }

  /** Returns a reference with an empty object as default, which only V3 shows. */
  JsonObject withDefault(String name) {
    JsonObject schema = member(name);
    if (this == V3) {
      schema.putObject("default");
    }
    return schema;
  }
}
