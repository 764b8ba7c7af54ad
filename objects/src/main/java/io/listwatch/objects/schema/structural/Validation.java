package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.Schema.ListType;
import io.listwatch.objects.schema.structural.ValueRules.Junctions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Produces the errors of an invalid value, in kube-apiserver's order: type, combined schemas,
 * string, number, items, enum, members.
 *
 * <p>Ratcheting: errors below a value that equals the old one are dropped, but not inside of {@code
 * allOf}, {@code anyOf}, {@code oneOf} and {@code not}. Old list items are found by their keys
 * only.
 */
final class Validation {
  private final ValuePath path = new ValuePath();
  private final Complaints complaints;

  private Validation(String prefix) {
    this.complaints = new Complaints(path, prefix);
  }

  /**
   * Returns the errors of a value.
   *
   * @param old the value before; null if it is new
   * @param prefix the path of the value in its object; empty for the object itself
   */
  static List<FieldError> check(
      JsonValue value, @Nullable JsonValue old, StructuralSchema schema, String prefix) {
    if (QuickValidation.fits(value, old, schema)) {
      return List.of();
    }
    return new Validation(prefix).ratcheted(value, old, schema, true).errors();
  }

  /**
   * Like {@link #check}, without the shortcut for valid values and without ratcheting of the value
   * itself.
   */
  static List<FieldError> found(JsonValue value, @Nullable JsonValue old, StructuralSchema schema) {
    return new Validation("").findings(value, old, schema, true).errors();
  }

  private Findings ratcheted(
      JsonValue value, @Nullable JsonValue old, StructuralSchema schema, boolean root) {
    Findings findings = findings(value, old, schema, root);
    if (!findings.none() && old != null && QuickValidation.same(value, old)) {
      findings.forgive();
    }
    return findings;
  }

  private Findings findings(JsonValue value, StructuralSchema schema) {
    return findings(value, null, schema, false);
  }

  private Findings findings(
      JsonValue value, @Nullable JsonValue old, StructuralSchema schema, boolean root) {
    var findings = new Findings();
    JsonType actual = JsonType.of(value);
    checkType(actual, schema, findings);
    if (actual == JsonType.NULL) {
      checkAllowed(value, schema.rules(), findings);
      return findings;
    }
    findings.add(joined(value, schema.rules().junctions())).matched();
    switch (actual) {
      case STRING -> checkText(value.textValue(), schema.rules(), findings.matched());
      case INTEGER, NEAR_INTEGER, NUMBER ->
          checkNumber(value, schema.rules().number(), findings.matched());
      case ARRAY -> checkItems((JsonArray) value, old, schema, findings.matched());
      default -> {}
    }
    checkAllowed(value, schema.rules(), findings.matched());
    if (value instanceof JsonObject object) {
      checkMembers(object, old, schema, root, findings.matched());
    }
    return findings.matched();
  }

  private void checkType(JsonType actual, StructuralSchema schema, Findings findings) {
    if (schema.type() == JsonType.ANY && schema.rules().format().isEmpty()) {
      return;
    }
    String expected = QuickValidation.mistaken(schema, actual);
    if (expected == null) {
      findings.matched();
    } else if (expected.equals(schema.rules().format())) {
      findings.add(complaints.type(expected, goFormat(actual)));
    } else {
      findings.add(complaints.type(expected, actual.word()));
    }
    if (actual != JsonType.NULL) {
      findings.matched();
    }
  }

  /** Returns the format that kube-apiserver reports for a value of the wrong type. */
  private static String goFormat(JsonType actual) {
    return switch (actual) {
      case INTEGER -> "int64";
      case NEAR_INTEGER, NUMBER -> "float64";
      default -> "";
    };
  }

  private void checkAllowed(JsonValue value, ValueRules rules, Findings findings) {
    if (!QuickValidation.allowed(value, rules)) {
      findings.add(complaints.notAllowed(value, rules.allowed()));
    }
  }

  private Findings joined(JsonValue value, Junctions junctions) {
    var findings = new Findings();
    if (!junctions.anyOf().isEmpty()) {
      checkAny(value, junctions.anyOf(), findings);
    }
    if (!junctions.oneOf().isEmpty()) {
      checkOne(value, junctions.oneOf(), findings);
    }
    if (!junctions.allOf().isEmpty()) {
      checkEvery(value, junctions.allOf(), findings);
    }
    if (junctions.not() != null && findings(value, junctions.not()).none()) {
      findings.add(complaints.junction("must not validate the schema (not)"));
    }
    return findings.matched();
  }

  /** If no schema fits, reports the errors of the one with most successful checks. */
  private void checkAny(JsonValue value, List<StructuralSchema> schemas, Findings findings) {
    Findings best = null;
    for (StructuralSchema each : schemas) {
      Findings found = findings(value, each);
      if (found.none()) {
        findings.add(found);
        return;
      }
      if (best == null || found.matches() > best.matches()) {
        best = found;
      }
    }
    findings.add(complaints.junction("must validate at least one schema (anyOf)"));
    if (best != null) {
      findings.add(best);
    }
  }

  private void checkOne(JsonValue value, List<StructuralSchema> schemas, Findings findings) {
    Findings best = null;
    Findings first = null;
    int valid = 0;
    for (StructuralSchema each : schemas) {
      Findings found = findings(value, each);
      if (found.none()) {
        valid++;
        first = first == null ? found : first;
      } else if (best == null || found.matches() > best.matches()) {
        best = found;
      }
    }
    if (valid == 1 && first != null) {
      findings.add(first);
      return;
    }
    String count = valid == 0 ? "Found none valid" : "Found " + valid + " valid alternatives";
    findings.add(complaints.junction("must validate one and only one schema (oneOf). " + count));
    if (valid == 0 && best != null) {
      findings.add(best);
    }
  }

  private void checkEvery(JsonValue value, List<StructuralSchema> schemas, Findings findings) {
    int valid = 0;
    for (StructuralSchema each : schemas) {
      Findings found = findings(value, each);
      valid += found.none() ? 1 : 0;
      findings.add(found);
    }
    if (valid < schemas.size()) {
      String none = valid == 0 ? ". None validated" : "";
      findings.add(complaints.junction("must validate all the schemas (allOf)" + none));
    }
  }

  /** Reports at most one error: lengths come before the pattern. */
  private void checkText(String text, ValueRules rules, Findings findings) {
    TextRules limits = rules.text();
    if (limits.tooLong(text)) {
      findings.add(complaints.tooLong(limits.maxLength()));
    } else if (limits.tooShort(text)) {
      findings.add(
          complaints.invalid(text, "should be at least " + limits.minLength() + " chars long"));
    } else if (limits.unlike(text)) {
      findings.add(complaints.invalid(text, "should match '" + limits.pattern() + "'"));
    }
    if (limits.format() != null) {
      findings.matched();
      if (!limits.format().test(text)) {
        findings.add(complaints.type(rules.format(), text));
      }
    }
  }

  private void checkNumber(JsonValue value, NumberRules rules, Findings findings) {
    findings.matched();
    if (!rules.range().holds(value)) {
      findings.add(complaints.range("Checked", rules.range()));
    }
    checkFactor(value, rules, findings);
    Double minimum = rules.minimum();
    if (minimum != null) {
      checkBound("Minimum boundary", minimum, rules, findings);
      if (rules.tooSmall(value, minimum)) {
        String than = rules.aboveMinimum() ? "greater than " : "greater than or equal to ";
        findings.add(
            complaints.invalid(value, "should be " + than + spelled(value, minimum, rules)));
      }
    }
    Double maximum = rules.maximum();
    if (maximum != null) {
      checkBound("Maximum boundary", maximum, rules, findings);
      if (rules.tooLarge(value, maximum)) {
        String than = rules.belowMaximum() ? "less than " : "less than or equal to ";
        findings.add(
            complaints.invalid(value, "should be " + than + spelled(value, maximum, rules)));
      }
    }
  }

  private void checkFactor(JsonValue value, NumberRules rules, Findings findings) {
    Double factor = rules.multipleOf();
    if (factor == null) {
      return;
    }
    checkBound("MultipleOf", factor, rules, findings);
    String spelled = spelled(value, factor, rules);
    if (rules.exactly(value, factor) ? factor < 1 : factor <= 0) {
      findings.add(complaints.factor(spelled));
    } else if (!rules.isMultiple(value, factor)) {
      findings.add(complaints.invalid(value, "should be a multiple of " + spelled));
    }
  }

  /**
   * A bound that no number of the type can reach is an error in the schema, reported for each
   * object.
   */
  private void checkBound(String what, double bound, NumberRules rules, Findings findings) {
    if (!rules.range().holds(bound)) {
      findings.add(complaints.range(what, rules.range()));
    }
  }

  private static String spelled(JsonValue value, double bound, NumberRules rules) {
    return rules.exactly(value, bound) ? Long.toString((long) bound) : Complaints.spelled(bound);
  }

  private void checkItems(
      JsonArray array, @Nullable JsonValue old, StructuralSchema schema, Findings findings) {
    StructuralSchema item = schema.declaredItem();
    var before = new OldItems(schema.listType() == ListType.MAP ? old : null, schema.keys());
    for (int i = 0; item != null && i < array.size() && !findings.full(); i++) {
      path.enter(i);
      findings.add(ratcheted(array.path(i), before.of(array.path(i)), item, false));
      path.leave();
    }
    if (schema.rules().items().tooFew(array.size())) {
      findings.add(complaints.tooFew(array.size(), schema.rules().items().min(), "items"));
    }
    if (schema.rules().items().tooMany(array.size())) {
      findings.add(complaints.tooMany(array.size(), schema.rules().items().max()));
    }
    findings.matched();
  }

  private void checkMembers(
      JsonObject object,
      @Nullable JsonValue old,
      StructuralSchema schema,
      boolean root,
      Findings findings) {
    if (schema.rules().properties().tooFew(object.size())) {
      findings.add(
          complaints.tooFew(object.size(), schema.rules().properties().min(), "properties"));
    }
    if (schema.rules().properties().tooMany(object.size())) {
      findings.add(complaints.tooMany(object.size(), schema.rules().properties().max()));
    }
    for (Map.Entry<String, JsonValue> member : object.properties()) {
      if (findings.full()) {
        return;
      }
      String name = member.getKey();
      boolean type = root && (name.equals("kind") || name.equals("apiVersion"));
      JsonValue before = old == null || type ? null : old.get(name);
      checkMember(name, member.getValue(), before, schema, findings);
    }
    for (String required : schema.rules().required()) {
      if (!object.has(required)) {
        findings.add(complaints.required(required));
      }
    }
  }

  private void checkMember(
      String name,
      JsonValue value,
      @Nullable JsonValue old,
      StructuralSchema schema,
      Findings findings) {
    StructuralSchema declared = schema.property(name);
    if (declared == null && !schema.others().allowed()) {
      findings.add(complaints.forbidden(name));
      return;
    }
    StructuralSchema applied = declared != null ? declared : schema.others().schema();
    if (applied != null) {
      path.enter(name);
      findings.add(ratcheted(value, old, applied, false));
      path.leave();
    }
  }
}
