package io.listwatch.server.auth;

import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelRequirement;
import io.listwatch.selector.LabelSelector;
import java.util.List;
import java.util.Optional;

/**
 * The selectors of a list, watch or deletecollection, as a SubjectAccessReview shows them. An
 * authorizer may allow a request only for a part of the collection.
 */
public record AccessSelectors(List<Requirement> fields, List<Requirement> labels) {
  /** No selectors. */
  public static final AccessSelectors NONE = new AccessSelectors(List.of(), List.of());

  public AccessSelectors {
    fields = List.copyOf(fields);
    labels = List.copyOf(labels);
  }

  public static AccessSelectors of(FieldSelector fields, LabelSelector labels) {
    return fields.isEverything() && labels.isEverything()
        ? NONE
        : new AccessSelectors(
            fields.terms().stream()
                .map(
                    each ->
                        new Requirement(
                            each.path(), each.negated() ? "NotIn" : "In", List.of(each.value())))
                .toList(),
            labels.requirements().stream().flatMap(each -> of(each).stream()).toList());
  }

  /**
   * Omits {@code Gt} and {@code Lt}, which no review can express: the review then covers more
   * objects.
   */
  private static Optional<Requirement> of(LabelRequirement label) {
    String operator =
        switch (label.operator()) {
          case EQUALS, DOUBLE_EQUALS, IN -> "In";
          case NOT_EQUALS, NOT_IN -> "NotIn";
          case EXISTS -> "Exists";
          case DOES_NOT_EXIST -> "DoesNotExist";
          default -> "";
        };
    return operator.isEmpty()
        ? Optional.empty()
        : Optional.of(new Requirement(label.key(), operator, label.values()));
  }

  /** One requirement: a key, an operator such as {@code In}, and values. */
  public record Requirement(String key, String operator, List<String> values) {
    public Requirement {
      values = List.copyOf(values);
    }
  }
}
