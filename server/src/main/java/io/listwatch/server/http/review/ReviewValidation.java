package io.listwatch.server.http.review;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.selector.LabelSyntax;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ApiErrors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Validates access reviews, in kube-apiserver's order. */
final class ReviewValidation {
  private static final String GROUP = "authorization.k8s.io";
  private static final String RESOURCE = "resourceAttributes";
  private static final String PATH = "nonResourceAttributes";

  private final JsonObject review;
  private final boolean ofOthers;
  private final boolean local;

  private ReviewValidation(JsonObject review, boolean ofOthers, boolean local) {
    this.review = review;
    this.ofOthers = ofOthers;
    this.local = local;
  }

  static ReviewValidation ofSelf(JsonObject review) {
    return new ReviewValidation(review, false, false);
  }

  static ReviewValidation ofSubject(JsonObject review) {
    return new ReviewValidation(review, true, false);
  }

  /** Validates a LocalSubjectAccessReview. */
  static ReviewValidation ofLocal(JsonObject review) {
    return new ReviewValidation(review, true, true);
  }

  /**
   * Rejects an invalid review.
   *
   * @param namespace the namespace of the path; null if there is none
   */
  void check(@Nullable String namespace) {
    var errors = new ArrayList<FieldError>();
    JsonValue spec = review.path("spec");
    checkOne(spec, errors);
    if (ofOthers && spec.path("user").asText().isEmpty() && spec.path("groups").isEmpty()) {
      errors.add(
          FieldError.invalid("spec.user", "", "at least one of user or group must be specified"));
    }
    checkSelectors(spec.path(RESOURCE), errors);
    checkMetadata(errors);
    if (local) {
      checkPlace(spec, namespace, errors);
    }
    if (!errors.isEmpty()) {
      throw ApiErrors.invalid(GROUP, "", "", errors);
    }
  }

  private static void checkOne(JsonValue spec, List<FieldError> errors) {
    boolean resource = spec.path(RESOURCE).isObject();
    boolean path = spec.path(PATH).isObject();
    if (resource && path) {
      errors.add(
          FieldError.invalid(
              "spec." + PATH,
              goString(spec.path(PATH)),
              "cannot be specified in combination with resourceAttributes"));
    }
    if (!resource && !path) {
      errors.add(
          FieldError.invalid(
              "spec." + RESOURCE,
              Unquoted.NULL,
              "exactly one of nonResourceAttributes or resourceAttributes must be specified"));
    }
  }

  /** Formats the value as Go prints kube-apiserver's struct. */
  private static Unquoted goString(JsonValue path) {
    return new Unquoted(
        "{\"Path\":%s,\"Verb\":%s}"
            .formatted(
                Quotation.of(path.path("path").asText()),
                Quotation.of(path.path("verb").asText())));
  }

  private static void checkSelectors(JsonValue resource, List<FieldError> errors) {
    for (String selector : List.of("fieldSelector", "labelSelector")) {
      JsonValue given = resource.path(selector);
      String field = "spec." + RESOURCE + "." + selector;
      boolean raw = !given.path("rawSelector").asText().isEmpty();
      boolean listed = !given.path("requirements").isEmpty();
      if (raw && listed) {
        errors.add(
            FieldError.invalid(
                field + ".rawSelector",
                given.path("rawSelector").asText(),
                "may not specified at the same time as requirements"));
      } else if (given.isObject() && !raw && !listed) {
        errors.add(
            FieldError.required(
                field + ".requirements",
                "when " + field + " is specified, requirements or rawSelector is required"));
      }
      int index = 0;
      for (JsonValue each : given.path("requirements")) {
        String at = field + ".requirements[" + index++ + "]";
        String key = each.path("key").asText();
        if (selector.equals("labelSelector")) {
          checkOperator(each, at, errors);
          LabelSyntax.keyViolations(key)
              .forEach(problem -> errors.add(FieldError.invalid(at + ".key", key, problem)));
          checkLabelValues(each.path("values"), at, errors);
        } else {
          if (key.isEmpty()) {
            errors.add(FieldError.required(at + ".key", "must be specified"));
          }
          checkOperator(each, at, errors);
        }
      }
    }
  }

  /** Accepts unknown operators, as kube-apiserver does: clients may be newer. */
  private static void checkOperator(JsonValue requirement, String at, List<FieldError> errors) {
    boolean empty = requirement.path("values").isEmpty();
    switch (requirement.path("operator").asText()) {
      case "In", "NotIn" -> {
        if (empty) {
          errors.add(
              FieldError.required(
                  at + ".values", "must be specified when `operator` is 'In' or 'NotIn'"));
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (!empty) {
          errors.add(
              FieldError.forbidden(
                  at + ".values",
                  "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
        }
      }
      default -> {}
    }
  }

  private static void checkLabelValues(JsonValue values, String at, List<FieldError> errors) {
    int index = 0;
    for (JsonValue each : values) {
      String field = at + ".values[" + index++ + "]";
      LabelSyntax.valueViolations(each.asText())
          .forEach(problem -> errors.add(FieldError.invalid(field, each.asText(), problem)));
    }
  }

  private void checkMetadata(List<FieldError> errors) {
    if (review.path("metadata") instanceof JsonObject metadata) {
      JsonObject others = metadata.deepCopy();
      others.remove("managedFields");
      if (local) {
        others.remove("namespace");
      }
      if (!others.isEmpty()) {
        errors.add(
            FieldError.invalid(
                "metadata",
                new Unquoted(metadata.toString()),
                local ? "must be empty except for namespace" : "must be empty"));
      }
    }
  }

  private static void checkPlace(
      JsonValue spec, @Nullable String namespace, List<FieldError> errors) {
    if (namespace == null) {
      throw ApiErrors.badRequest("namespace is required on this type of request");
    }
    String asked = spec.path(RESOURCE).path("namespace").asText();
    if (spec.path(RESOURCE).isObject() && !asked.equals(namespace)) {
      errors.add(
          FieldError.invalid(
              "spec." + RESOURCE + ".namespace", asked, "must match metadata.namespace"));
    }
    if (spec.path(PATH).isObject()) {
      errors.add(
          FieldError.invalid(
              "spec." + PATH, goString(spec.path(PATH)), "disallowed on this kind of request"));
    }
  }

  /** A string that is printed without quotes. */
  private record Unquoted(String text) {
    static final Unquoted NULL = new Unquoted("null");

    @Override
    public String toString() {
      return text;
    }
  }
}
