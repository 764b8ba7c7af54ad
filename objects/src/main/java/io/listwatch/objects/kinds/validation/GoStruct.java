package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.function.UnaryOperator;

/**
 * Prints a value by the Go names of its fields, as kube-apiserver does in some messages: {@code
 * {"Type":"BigBang","RollingUpdate":null}}.
 */
final class GoStruct {
  private final Field field;
  private final JsonObject shown = new JsonObject();

  private GoStruct(Field field) {
    this.field = field;
  }

  static GoStruct of(Field field) {
    return new GoStruct(field);
  }

  /** Adds a member, or null if it is absent. */
  GoStruct with(String name, String member) {
    JsonValue value = field.at(member).value();
    shown.set(name, value.isMissing() ? JsonValue.NULL : value);
    return this;
  }

  /** Adds null, without reading a member. */
  GoStruct withNull(String name) {
    shown.putNull(name);
    return this;
  }

  GoStruct withText(String name, String member) {
    shown.put(name, field.at(member).text());
    return this;
  }

  GoStruct withNumber(String name, String member) {
    shown.put(name, field.at(member).number());
    return this;
  }

  /** Adds a nested struct. */
  GoStruct with(String name, GoStruct member) {
    shown.set(name, member.shown);
    return this;
  }

  /** Adds a nested struct, or null if the member is absent. */
  GoStruct withStruct(String name, String member, UnaryOperator<GoStruct> members) {
    Field value = field.at(member);
    return value.present() ? with(name, members.apply(of(value))) : withNull(name);
  }

  /** Adds a list of structs, or null if the member is absent. */
  GoStruct withStructs(String name, String member, UnaryOperator<GoStruct> members) {
    if (field.at(member).absent()) {
      return withNull(name);
    }
    JsonArray list = shown.putArray(name);
    field.at(member).each(each -> list.add(members.apply(of(each)).shown));
    return this;
  }

  JsonObject tree() {
    return shown;
  }

  @Override
  public String toString() {
    return shown.toString();
  }
}
