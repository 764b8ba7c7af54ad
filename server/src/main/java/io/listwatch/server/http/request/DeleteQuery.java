package io.listwatch.server.http.request;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.WrongTypes;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.delete.DeleteOptions;
import io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses delete options, from the body if there is one, else from the query parameters. */
public final class DeleteQuery {
  private static final String SUPPORTED = "\"Foreground\", \"Background\", \"Orphan\", \"nil\"";
  private static final ObjectSchema SCHEMA =
      BuiltInTypes.load().named("meta/v1.DeleteOptions").orElseThrow();

  private DeleteQuery() {}

  public static DeleteOptions of(QueryParameters query) {
    Long grace = query.integer("gracePeriodSeconds");
    return options(
        grace,
        nonEmpty(query.text("uid")),
        nonEmpty(query.text("resourceVersion")),
        query.has("propagationPolicy") ? query.text("propagationPolicy") : null,
        query.has("orphanDependents") ? query.flag("orphanDependents") : null,
        query.all("dryRun"));
  }

  public static DeleteOptions of(JsonObject body) {
    checkKind(body);
    checkValues(body);
    JsonValue preconditions = body.path("preconditions");
    return options(
        grace(body.path("gracePeriodSeconds")),
        string(preconditions.path("uid")),
        string(preconditions.path("resourceVersion")),
        string(body.path("propagationPolicy")),
        flag(body.path("orphanDependents")),
        stages(body.path("dryRun")));
  }

  private static void checkKind(JsonObject body) {
    String kind = body.path("kind").asText("");
    if (!kind.isEmpty() && !kind.equals("DeleteOptions")) {
      throw ApiErrors.badRequest(
          "no kind %s is registered for version %s in scheme %s"
              .formatted(
                  Quotation.of(kind),
                  Quotation.of(body.path("apiVersion").asText("")),
                  Quotation.of(
                      "k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:27")));
    }
  }

  /** Rejects values of a wrong type instead of ignoring them: a deletion cannot be undone. */
  private static void checkValues(JsonObject body) {
    String problem = WrongTypes.first(body, SCHEMA);
    if (problem != null) {
      throw ApiErrors.badRequest(problem);
    }
  }

  private static @Nullable Long grace(JsonValue node) {
    return isAbsent(node) ? null : (Long) node.longValue();
  }

  /** Returns a string, even an empty one: an empty precondition is never met. */
  private static @Nullable String string(JsonValue node) {
    return node.isText() ? node.textValue() : null;
  }

  private static @Nullable Boolean flag(JsonValue node) {
    return isAbsent(node) ? null : (Boolean) node.booleanValue();
  }

  private static boolean isAbsent(JsonValue node) {
    return node.isNull() || node.isMissing();
  }

  private static List<String> stages(JsonValue node) {
    var stages = new ArrayList<String>();
    node.forEach(stage -> stages.add(stage.asText()));
    return stages;
  }

  private static @Nullable String nonEmpty(String text) {
    return text.isEmpty() ? null : text;
  }

  private static DeleteOptions options(
      @Nullable Long grace,
      @Nullable String uid,
      @Nullable String version,
      @Nullable String policy,
      @Nullable Boolean orphan,
      List<String> stages) {
    var errors = new FieldErrors("DeleteOptions");
    if (policy != null && orphan != null) {
      errors.invalid(
          "propagationPolicy",
          policy,
          "orphanDependents and deletionPropagation cannot be both set");
    }
    PropagationPolicy propagation = policy == null ? null : policyOf(policy, errors);
    boolean dryRun = WriteQuery.dryRun(stages, errors);
    errors.throwIfAny();
    return new DeleteOptions(grace, uid, version, propagation, orphan, dryRun);
  }

  private static PropagationPolicy policyOf(String word, FieldErrors errors) {
    return switch (word) {
      case "Orphan" -> PropagationPolicy.ORPHAN;
      case "Foreground" -> PropagationPolicy.FOREGROUND;
      case "Background" -> PropagationPolicy.BACKGROUND;
      default -> {
        errors.unsupported("propagationPolicy", Quotation.of(word), SUPPORTED);
        yield PropagationPolicy.BACKGROUND;
      }
    };
  }
}
