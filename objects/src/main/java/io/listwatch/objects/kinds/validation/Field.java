package io.listwatch.objects.kinds.validation;

import static java.util.Objects.requireNonNull;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.selector.Quotation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A value of an object that is being validated, and the list that errors are added to. Its path and
 * its declaration in the type table are derived from those of its container when a rule first needs
 * them: most values are absent or valid.
 *
 * <p>Not thread-safe.
 */
final class Field extends FieldValue {
  private final List<FieldError> errors;

  /** The container of this value; null if the path and the declaration are given. */
  private final @Nullable Field container;

  private final Link link;
  private final Object step;

  private @Nullable FieldPath path;
  private @Nullable Declaration declaration;

  /** The kinds of steps from a container to one of its values. */
  private enum Link {
    MEMBER,
    ENTRY,
    ITEM
  }

  private Field(FieldPath path, JsonValue value, Declaration declaration, List<FieldError> errors) {
    super(value);
    this.errors = errors;
    this.container = null;
    this.link = Link.MEMBER;
    this.step = "";
    this.path = path;
    this.declaration = declaration;
  }

  private Field(Field container, Link link, Object step, JsonValue value) {
    super(value);
    this.errors = container.errors;
    this.container = container;
    this.link = link;
    this.step = step;
  }

  /** Returns a whole object, whose type is in the type table. */
  static Field root(Declaration type, JsonObject object, List<FieldError> errors) {
    return new Field(FieldPath.ROOT, object, type, errors);
  }

  /** Returns an object for reading only: its errors are dropped. */
  static Field unchecked(Declaration type, JsonObject object) {
    return root(type, object, new ArrayList<>(0));
  }

  Field at(String name) {
    return new Field(this, Link.MEMBER, name, value().path(name));
  }

  Field at(String first, String... more) {
    Field field = at(first);
    for (String name : more) {
      field = field.at(name);
    }
    return field;
  }

  /**
   * Returns this value with another path for its errors: kube-apiserver does not always report a
   * field by its own name.
   */
  Field called(FieldPath name) {
    return new Field(name, value(), declaration(), errors);
  }

  /** Returns another value at this path. */
  Field with(JsonValue other) {
    return new Field(path(), other, declaration(), errors);
  }

  /** Returns the items of a list. */
  List<Field> items() {
    if (!value().isArray()) {
      return List.of();
    }
    var items = new ArrayList<Field>(value().size());
    for (int i = 0; i < value().size(); i++) {
      items.add(new Field(this, Link.ITEM, i, value().path(i)));
    }
    return items;
  }

  /** Returns the values of a map by key, sorted by key. */
  Map<String, Field> entries() {
    if (value().isEmpty() || !value().isObject()) {
      return Map.of();
    }
    var entries = new TreeMap<String, Field>();
    for (Map.Entry<String, JsonValue> each : value().properties()) {
      String key = each.getKey();
      entries.put(key, new Field(this, Link.ENTRY, key, each.getValue()));
    }
    return entries;
  }

  /** Returns the items of a list as strings. */
  List<String> texts() {
    return items().stream().map(Field::text).toList();
  }

  FieldPath path() {
    FieldPath known = path;
    if (known == null) {
      FieldPath above = requireNonNull(container).path();
      known = link == Link.MEMBER ? above.child((String) step) : above.bracketed(step);
      path = known;
    }
    return known;
  }

  private Declaration declaration() {
    Declaration known = declaration;
    if (known == null) {
      Declaration above = requireNonNull(container).declaration();
      known = link == Link.ITEM ? above.item() : above.member((String) step);
      declaration = known;
    }
    return known;
  }

  void ifPresent(Consumer<Field> rules) {
    if (present()) {
      rules.accept(this);
    }
  }

  /** Applies rules that read a JSON tree and add errors themselves. */
  void checkedBy(TreeRules rules) {
    rules.check(value(), path().toString(), errors);
  }

  /** Runs rules. Returns true if they add no error, at this field or any other. */
  boolean passes(Runnable rules) {
    int before = errors.size();
    rules.run();
    return errors.size() == before;
  }

  void each(Consumer<Field> rules) {
    items().forEach(rules);
  }

  // Checks.

  /** Applies the checks that the type table declares for this member or list item. */
  void checkDeclared() {
    new DeclaredChecks(this, declaration()).check();
  }

  /** Like {@link #checkDeclared()} for some members, in this order. */
  void checkDeclared(String... members) {
    for (String member : members) {
      at(member).checkDeclared();
    }
  }

  /** Rejects a change if the type table declares this member immutable. */
  void checkImmutable(Field old) {
    if (declaration().checks().immutable() && !alike(old)) {
      invalid("field is immutable");
    }
  }

  /** Like {@link #checkImmutable(Field)} for some members, in this order. */
  void checkImmutable(Field old, String... members) {
    for (String member : members) {
      at(member).checkImmutable(old.at(member));
    }
  }

  /** Returns the enumeration that the type table declares; empty if it declares none. */
  List<String> supported() {
    return declaration().checks().enumeration();
  }

  void requireText() {
    if (isEmpty()) {
      required("");
    }
  }

  /** Rejects a string that does not have the form, even an empty one. */
  void matches(TextForm form) {
    matches(form, text());
  }

  /** Like {@link #matches(TextForm)} for a part of the value, or for a key. */
  void matches(TextForm form, String text) {
    form.violations(text).forEach(rule -> invalid(text, rule));
  }

  /** Requires a string, in this form. */
  void requireMatch(TextForm form) {
    if (isEmpty()) {
      required("");
    } else {
      matches(form);
    }
  }

  /** Rejects a non-empty string that does not have the form. */
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

  /** Validates a port number or port name; an absent port is number zero. */
  void port() {
    if (value().isText()) {
      matches(TextForm.PORT_NAME);
    } else {
      portNumber();
    }
  }

  /** Rejects strings that are not in the list; the error shows the list in this order. */
  void oneOf(List<String> supported) {
    if (!supported.contains(text())) {
      unsupported(text(), supported);
    }
  }

  /**
   * Like {@link #oneOf}, but accepts an empty string, for fields that are defaulted before
   * validation.
   */
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

  /** Validates label keys and label values. */
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
      errors.add(FieldError.tooMany(path().toString(), size(), items));
    }
  }

  // Errors.

  void required(String rule) {
    errors.add(FieldError.required(path().toString(), rule));
  }

  /** Adds an error that shows the value. */
  void invalid(String rule) {
    invalid(MessageValue.of(value()), rule);
  }

  void invalid(Object shown, String rule) {
    String detail = rule.isEmpty() ? "" : ": " + rule;
    add("FieldValueInvalid", "Invalid value: " + FieldError.shown(shown) + detail);
  }

  /** Adds an error that does not show the value. */
  void invalidUnshown(String rule) {
    add("FieldValueInvalid", "Invalid value: " + rule);
  }

  void forbidden(String rule) {
    errors.add(FieldError.forbidden(path().toString(), rule));
  }

  void unsupported(Object shown, List<String> supported) {
    errors.add(FieldError.unsupported(path().toString(), shown, supported));
  }

  void duplicate() {
    duplicate(MessageValue.of(value()));
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
    errors.add(FieldError.tooLong(path().toString(), bytes));
  }

  private void add(String reason, String message) {
    errors.add(new FieldError(reason, path().toString(), message));
  }

  /** Reports a duplicate if the string is in {@code seen}, else adds it there. */
  void unique(Collection<String> seen) {
    if (seen.contains(text())) {
      duplicate();
    } else {
      seen.add(text());
    }
  }

  /** Validates a JSON tree at a path. */
  @FunctionalInterface
  interface TreeRules {
    void check(JsonValue tree, String path, List<FieldError> errors);
  }
}
