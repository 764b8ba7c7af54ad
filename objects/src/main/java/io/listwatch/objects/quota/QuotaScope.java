package io.listwatch.objects.quota;

import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/**
 * A scope of a quota: it counts only the objects that are in all its scopes.
 *
 * @param operator {@code Exists}, {@code DoesNotExist}, {@code In} or {@code NotIn}
 */
public record QuotaScope(String name, String operator, List<String> values) {
  /** Returns the scopes of a quota's spec: both the plain ones and those of its selector. */
  static List<QuotaScope> of(JsonValue spec) {
    var scopes = new ArrayList<QuotaScope>();
    for (JsonValue each : spec.path("scopes")) {
      scopes.add(new QuotaScope(each.asText(), "Exists", List.of()));
    }
    scopes.addAll(ofExpressions(spec.path("scopeSelector").path("matchExpressions")));
    return List.copyOf(scopes);
  }

  public static List<QuotaScope> ofExpressions(JsonValue expressions) {
    var scopes = new ArrayList<QuotaScope>();
    for (JsonValue each : expressions) {
      var values = new ArrayList<String>();
      each.path("values").forEach(value -> values.add(value.asText()));
      scopes.add(
          new QuotaScope(each.path("scopeName").asText(), each.path("operator").asText(), values));
    }
    return scopes;
  }

  /**
   * True if the name of a class matches.
   *
   * @param actual empty if the object has none
   */
  boolean selects(String actual) {
    return switch (operator) {
      case "In" -> !actual.isEmpty() && values.contains(actual);
      case "NotIn" -> actual.isEmpty() || !values.contains(actual);
      case "Exists" -> !actual.isEmpty();
      case "DoesNotExist" -> actual.isEmpty();
      default -> false;
    };
  }

  @Override
  public String toString() {
    return "{%s %s [%s]}".formatted(name, operator, String.join(" ", values));
  }
}
