package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.Quantities;
import io.listwatch.selector.Quotation;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A value in an object that is being checked: what it is, where it stands, and where to complain.
 *
 * <p>Values are read without fear: what is absent, null or of another type reads as empty text, as
 * zero, as false, as no items.
 */
final class Field {
  private final FieldPath path;
  private final JsonValue value;
  private final Declaration declaration;
  private final List<FieldError> errors;

  private Field(FieldPath path, JsonValue value, Declaration declaration, List<FieldError> errors) {
    this.path = path;
    this.value = value;
    this.declaration = declaration;
    this.errors = errors;
  }

  /** An object of a type of the type table. */
  static Field root(Declaration type, JsonObject object, List<FieldError> errors) {
    return new Field(FieldPath.ROOT, object, type, errors);
  }

  /** An object that is only read: its errors go nowhere. */
  static Field unchecked(Declaration type, JsonObject object) {
    return root(type, object, new ArrayList<>(0));
  }

  Field at(String name) {
    return new Field(path.child(name), value.path(name), declaration.member(name), errors);
  }

  Field at(String first, String... more) {
    Field field = at(first);
    for (String name : more) {
      field = field.at(name);
    }
    return field;
  }

  /** The same place by another name, for the reference does not always call a field by its own. */
  Field called(FieldPath name) {
    return new Field(name, value, declaration, errors);
  }

  /** The same place with another value. */
  Field with(JsonValue other) {
    return new Field(path, other, declaration, errors);
  }

  /** The elements of a list. */
  List<Field> items() {
    if (!value.isArray()) {
      return List.of();
    }
    var items = new ArrayList<Field>(value.size());
    Declaration item = declaration.item();
    for (int i = 0; i < value.size(); i++) {
      items.add(new Field(path.index(i), value.path(i), item, errors));
    }
    return items;
  }

  /** The values of a map by their keys, in the order of the keys. */
  Map<String, Field> entries() {
    if (value.isEmpty() || !value.isObject()) {
      return Map.of();
    }
    var entries = new TreeMap<String, Field>();
    for (Map.Entry<String, JsonValue> each : value.properties()) {
      String key = each.getKey();
      entries.put(key, new Field(path.key(key), each.getValue(), declaration.member(key), errors));
    }
    return entries;
  }

  /** The texts of a list. */
  List<String> texts() {
    return items().stream().map(Field::text).toList();
  }

  FieldPath path() {
    return path;
  }

  JsonValue value() {
    return value;
  }

  boolean present() {
    return !value.isMissing() && !value.isNull();
  }

  boolean absent() {
    return !present();
  }

  /** Whether there is nothing in it: no text, no items, no members. */
  boolean isEmpty() {
    return value.isText() ? value.textValue().isEmpty() : value.isEmpty();
  }

  /** Whether it is what Go has for nothing: also the number zero. */
  boolean isZero() {
    return value.isNumber() ? number() == 0 : isEmpty();
  }

  /** How many items a list has, or members a map. */
  int size() {
    return value.size();
  }

  String text() {
    return value.isText() ? value.textValue() : "";
  }

  /** How long the text is when it is sent. */
  int bytes() {
    return text().getBytes(StandardCharsets.UTF_8).length;
  }

  boolean is(String text) {
    return text().equals(text);
  }

  long number() {
    return value.isInteger() && value.isInLongRange() ? value.longValue() : 0;
  }

  boolean isTrue() {
    return value.isBoolean() && value.booleanValue();
  }

  boolean isFalse() {
    return value.isBoolean() && !value.booleanValue();
  }

  /** The amount that the text stands for; zero if it is none. */
  BigDecimal amount() {
    return value.isNumber() ? value.decimalValue() : Quantities.amount(text());
  }

  /** Whether two values are alike; to have nothing is alike to being absent. */
  boolean alike(Field other) {
    return content(value).equalsByNumber(content(other.value));
  }

  private static JsonValue content(JsonValue value) {
    boolean hollow = value.isNull() || (value.isContainer() && value.isEmpty());
    return hollow ? JsonValue.MISSING : value;
  }

  /** Looks closer if there is something. */
  void ifPresent(Consumer<Field> rules) {
    if (present()) {
      rules.accept(this);
    }
  }

  /** Looked at by rules that read trees and complain themselves. */
  void checkedBy(TreeRules rules) {
    rules.check(value, path.toString(), errors);
  }

  /** Whether some rules have nothing to complain about, here or elsewhere. */
  boolean unharmedBy(Runnable rules) {
    int before = errors.size();
    rules.run();
    return errors.size() == before;
  }

  void each(Consumer<Field> rules) {
    items().forEach(rules);
  }

  // What values must be.

  /** Applies the checks that the type table declares for this member, or for this item of it. */
  void checkDeclared() {
    new DeclaredChecks(this, declaration).check();
  }

  /** The same for some members, in this order. */
  void checkDeclared(String... members) {
    for (String member : members) {
      at(member).checkDeclared();
    }
  }

  /** Rejects a change if the type table declares this member immutable. */
  void checkImmutable(Field old) {
    if (declaration.checks().immutable() && !alike(old)) {
      invalid("field is immutable");
    }
  }

  /** The same for some members, in this order. */
  void checkImmutable(Field old, String... members) {
    for (String member : members) {
      at(member).checkImmutable(old.at(member));
    }
  }

  /** The values that the type table declares; empty if it declares none. */
  List<String> supported() {
    return declaration.checks().enumeration();
  }

  void requireText() {
    if (isEmpty()) {
      required("");
    }
  }

  /** The text has a form, whether it is empty or not. */
  void matches(TextForm form) {
    matches(form, text());
  }

  /** Some text that belongs here has a form. */
  void matches(TextForm form, String text) {
    form.violations(text).forEach(rule -> invalid(text, rule));
  }

  /** There is text, and it has a form. */
  void requireMatch(TextForm form) {
    if (isEmpty()) {
      required("");
    } else {
      matches(form);
    }
  }

  /** If there is text, it has a form. */
  void mayMatch(TextForm form) {
    if (!isEmpty()) {
      matches(form);
    }
  }

  void nonNegative() {
    atLeast(0);
  }

  void atLeast(long min) {
    if (number() < min) {
      invalid("must be greater than or equal to " + min);
    }
  }

  void positive() {
    if (number() <= 0) {
      invalid(number(), "must be greater than zero");
    }
  }

  void within(long min, long max) {
    if (number() < min || number() > max) {
      invalid(number(), "must be between " + min + " and " + max + ", inclusive");
    }
  }

  void portNumber() {
    within(1, 65535);
  }

  /** A port by its number or by its name; a port that is absent is number zero. */
  void port() {
    if (value.isText()) {
      matches(TextForm.PORT_NAME);
    } else {
      portNumber();
    }
  }

  /** The text is one of a few, which are told in this order. */
  void oneOf(List<String> supported) {
    if (!supported.contains(text())) {
      unsupported(text(), supported);
    }
  }

  /** The same of a field that is filled in before anybody looks: to be empty says nothing. */
  void filledIn(List<String> supported) {
    if (!isEmpty()) {
      oneOf(supported);
    }
  }

  void requireOneOf(List<String> supported) {
    if (isEmpty()) {
      required("");
    } else {
      oneOf(supported);
    }
  }

  void mayBeOneOf(List<String> supported) {
    if (present()) {
      oneOf(supported);
    }
  }

  /** Keys and values are labels. */
  void labels() {
    entries()
        .forEach(
            (key, label) -> {
              matches(TextForm.QUALIFIED_NAME, key);
              matches(TextForm.LABEL_VALUE, label.text());
            });
  }

  void sameAs(Field old) {
    if (!alike(old)) {
      invalid("field is immutable");
    }
  }

  void noLongerThan(long bytes) {
    if (bytes() > bytes) {
      tooLong(bytes);
    }
  }

  void noMoreThan(long items) {
    if (size() > items) {
      add("FieldValueTooMany", "Too many: " + size() + ": must have at most " + items + " items");
    }
  }

  // Complaints.

  void required(String rule) {
    errors.add(FieldError.required(path.toString(), rule));
  }

  /** Shows the value as it stands in the object. */
  void invalid(String rule) {
    invalid(Shown.of(value), rule);
  }

  void invalid(Object shown, String rule) {
    String detail = rule.isEmpty() ? "" : ": " + rule;
    add("FieldValueInvalid", "Invalid value: " + FieldError.shown(shown) + detail);
  }

  /** Says what is wrong without showing the value. */
  void invalidUnshown(String rule) {
    add("FieldValueInvalid", "Invalid value: " + rule);
  }

  void forbidden(String rule) {
    errors.add(FieldError.forbidden(path.toString(), rule));
  }

  void unsupported(Object shown, List<String> supported) {
    errors.add(FieldError.unsupported(path.toString(), shown, supported));
  }

  void duplicate() {
    duplicate(Shown.of(value));
  }

  void duplicate(Object shown) {
    add("FieldValueDuplicate", "Duplicate value: " + FieldError.shown(shown));
  }

  void duplicate(Object shown, String rule) {
    add("FieldValueDuplicate", "Duplicate value: " + FieldError.shown(shown) + ": " + rule);
  }

  void notFound(String name) {
    add("FieldValueNotFound", "Not found: " + Quotation.of(name));
  }

  void notFound(String name, String rule) {
    add("FieldValueNotFound", "Not found: " + Quotation.of(name) + ": " + rule);
  }

  void tooLong(long bytes) {
    errors.add(FieldError.tooLong(path.toString(), bytes));
  }

  private void add(String reason, String message) {
    errors.add(new FieldError(reason, path.toString(), message));
  }

  /** Complains about text again if it was seen before, and remembers it. */
  void unique(Collection<String> seen) {
    if (seen.contains(text())) {
      duplicate();
    } else {
      seen.add(text());
    }
  }

  /** Rules for a tree that stands somewhere. */
  @FunctionalInterface
  interface TreeRules {
    void check(JsonValue tree, String path, List<FieldError> errors);
  }
}
