package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.cel.AdmissionExpression;
import io.listwatch.objects.schema.cel.AdmissionExpression.Result;
import io.listwatch.objects.schema.cel.AdmissionScope;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Compiles the CEL expressions of an admission policy or of match conditions, and reports those
 * that do not compile. Expressions that are stored already are not reported again.
 */
final class ExpressionRules {
  private final AdmissionScope scope;
  private final Set<String> stored;

  /**
   * @param stored the expressions of the object that is updated; empty for a new object
   */
  ExpressionRules(AdmissionScope scope, Set<String> stored) {
    this.scope = scope;
    this.stored = stored;
  }

  /** Returns all expressions in a part of an object. */
  static Set<String> expressionsIn(Field part) {
    var found = new HashSet<String>();
    collect(part.value(), found);
    return found;
  }

  private static void collect(JsonValue value, Set<String> found) {
    if (value.isObject()) {
      for (Map.Entry<String, JsonValue> each : value.properties()) {
        if (each.getValue().isText()
            && each.getKey().toLowerCase(Locale.ROOT).endsWith("expression")) {
          found.add(each.getValue().textValue());
        } else {
          collect(each.getValue(), found);
        }
      }
    } else {
      value.forEach(each -> collect(each, found));
    }
  }

  void check(Field expression, Result result) {
    report(expression, expression.text(), scope.compile(expression.text(), result));
  }

  /**
   * Compiles an expression without the white space around it. The error shows the trimmed
   * expression.
   */
  void checkTrimmed(Field expression, Result result) {
    String text = expression.text().strip();
    report(expression, text, scope.compile(text, result));
  }

  /** Like {@link #checkTrimmed}, but the error shows the whole expression. */
  void checkTrimmedShowingAll(Field expression, Result result) {
    String text = expression.text();
    report(expression, text, scope.compile(text.strip(), result));
  }

  /** Compiles a variable, which later expressions may use. */
  void define(String name, Field expression) {
    report(expression, expression.text(), scope.define(name, expression.text()));
  }

  private void report(Field expression, String shown, AdmissionExpression compiled) {
    if (!compiled.failure().isEmpty() && !stored.contains(expression.text())) {
      expression.invalid(shown, compiled.failure());
    }
  }
}
