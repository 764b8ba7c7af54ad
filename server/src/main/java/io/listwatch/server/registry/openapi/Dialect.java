package io.listwatch.server.registry.openapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The versions of OpenAPI. They differ in where schemas are, and in what schemas can say. */
enum Dialect {
  V2("#/definitions/"),
  V3("#/components/schemas/");

  private final String prefix;

  Dialect(String prefix) {
    this.prefix = prefix;
  }

  /** What stands for the schema of that name. */
  ObjectNode reference(String name) {
    return JsonNodeFactory.instance.objectNode().put("$ref", prefix + name);
  }

  /** The same where something else may be said about the value, which version 3 keeps apart. */
  ObjectNode member(String name) {
    if (this == V2) {
      return reference(name);
    }
    ObjectNode member = JsonNodeFactory.instance.objectNode();
    member.putArray("allOf").add(reference(name));
    return member;
  }

  /** The same where there is always a value, which may be empty. Only version 3 says so. */
  ObjectNode held(String name) {
    ObjectNode held = member(name);
    if (this == V3) {
      held.putObject("default");
    }
    return held;
  }
}
