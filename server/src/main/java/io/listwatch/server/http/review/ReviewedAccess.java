package io.listwatch.server.http.review;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.InvalidSelectorException;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.AccessSelectors;
import io.listwatch.server.auth.AccessSelectors.Requirement;
import io.listwatch.server.auth.UserInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The request that an access review describes. Leaves out malformed selectors and requirements with
 * unknown operators, so that the request covers more objects.
 *
 * @param problems says which selectors were left out
 */
record ReviewedAccess(AccessRequest request, List<String> problems) {
  static ReviewedAccess of(UserInfo user, JsonValue spec) {
    var problems = new ArrayList<String>();
    JsonValue resource = spec.path("resourceAttributes");
    if (resource.isObject()) {
      List<Requirement> fields = fields(resource.path("fieldSelector"), problems);
      List<Requirement> labels = labels(resource.path("labelSelector"), problems);
      return new ReviewedAccess(
          new AccessRequest(
              user,
              resource.path("verb").asText(),
              resource.path("group").asText(),
              resource.path("version").asText(),
              resource.path("resource").asText(),
              resource.path("subresource").asText(),
              textOrNull(resource, "namespace"),
              textOrNull(resource, "name"),
              "",
              requiredFields(fields),
              new AccessSelectors(fields, labels)),
          problems);
    }
    JsonValue path = spec.path("nonResourceAttributes");
    return new ReviewedAccess(
        new AccessRequest(
            user,
            path.path("verb").asText(),
            "",
            "",
            "",
            "",
            null,
            null,
            path.path("path").asText()),
        problems);
  }

  private static Map<String, String> requiredFields(List<Requirement> fields) {
    return fields.stream()
        .filter(each -> each.operator().equals("In"))
        .collect(
            Collectors.toMap(Requirement::key, each -> each.values().get(0), (one, two) -> one));
  }

  private static List<Requirement> fields(JsonValue selector, List<String> problems) {
    String raw = selector.path("rawSelector").asText();
    if (raw.isEmpty()) {
      return known(selector, "fieldSelector", problems, ReviewedAccess::isKnownField);
    }
    try {
      return AccessSelectors.of(FieldSelector.parse(raw), LabelSelector.everything()).fields();
    } catch (InvalidSelectorException malformed) {
      problems.add(ignored("fieldSelector", false));
      return List.of();
    }
  }

  private static boolean isKnownField(Requirement field) {
    return List.of("In", "NotIn").contains(field.operator()) && field.values().size() == 1;
  }

  private static List<Requirement> labels(JsonValue selector, List<String> problems) {
    String raw = selector.path("rawSelector").asText();
    if (raw.isEmpty()) {
      return known(
          selector,
          "labelSelector",
          problems,
          each -> List.of("In", "NotIn", "Exists", "DoesNotExist").contains(each.operator()));
    }
    try {
      return AccessSelectors.of(FieldSelector.everything(), LabelSelector.parse(raw)).labels();
    } catch (InvalidSelectorException malformed) {
      problems.add(ignored("labelSelector", false));
      return List.of();
    }
  }

  private static List<Requirement> known(
      JsonValue selector, String name, List<String> problems, Predicate<Requirement> isKnown) {
    List<Requirement> all = requirements(selector);
    List<Requirement> known = all.stream().filter(isKnown).toList();
    if (known.size() < all.size()) {
      problems.add(ignored(name, !known.isEmpty()));
    }
    return known;
  }

  private static String ignored(String selector, boolean partially) {
    return "spec.resourceAttributes.%s %signored due to parse error"
        .formatted(selector, partially ? "partially " : "");
  }

  private static List<Requirement> requirements(JsonValue selector) {
    var requirements = new ArrayList<Requirement>();
    for (JsonValue each : selector.path("requirements")) {
      var values = new ArrayList<String>();
      each.path("values").forEach(value -> values.add(value.asText()));
      requirements.add(
          new Requirement(each.path("key").asText(), each.path("operator").asText(), values));
    }
    return requirements;
  }

  private static @Nullable String textOrNull(JsonValue object, String member) {
    String text = object.path(member).asText();
    return text.isEmpty() ? null : text;
  }
}
