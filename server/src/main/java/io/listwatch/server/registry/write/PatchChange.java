package io.listwatch.server.registry.write;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.objects.apply.GoText;
import io.listwatch.objects.apply.JsonPatch;
import io.listwatch.objects.apply.JsonPatchFields;
import io.listwatch.objects.apply.MergePatch;
import io.listwatch.objects.apply.PatchException;
import io.listwatch.objects.apply.StrategicMergePatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.RepeatedField;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.UnfitValues;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.strategy.ServedKind;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A JSON, merge or strategic merge patch. */
final class PatchChange implements RequestedChange {
  private final ServedKind kind;
  private final String name;
  private final Patch patch;
  private final @Nullable ObjectSchema schema;

  /** Creates a patch of an object of the kind. */
  PatchChange(ServedKind kind, String name, Patch patch) {
    this(kind, name, patch, kind.schema());
  }

  /**
   * Creates a patch of another representation of an object, such as its Scale.
   *
   * @param schema of the representation; null if it is not built in
   */
  PatchChange(ServedKind kind, String name, Patch patch, @Nullable ObjectSchema schema) {
    this.kind = kind;
    this.name = name;
    this.patch = patch;
    this.schema = schema;
    checkType();
  }

  private void checkType() {
    if (patch.type() == Patch.Type.STRATEGIC && kind.definition().custom()) {
      throw ApiErrors.unsupportedMediaType(
          Stream.of(Patch.Type.JSON, Patch.Type.MERGE, Patch.Type.APPLY)
              .map(Patch.Type::mediaType)
              .toList());
    }
  }

  @Override
  public JsonObject of(@Nullable JsonObject old) {
    if (old == null) {
      throw ApiErrors.notFound(kind.type(), name);
    }
    try {
      if (patch.type() == Patch.Type.JSON) {
        return JsonPatch.apply(old, patch.body());
      }
      return patch.type() == Patch.Type.STRATEGIC && schema != null
          ? merged(old, schema)
          : MergePatch.apply(old, patch.body());
    } catch (PatchException e) {
      throw refused(e);
    }
  }

  private JsonObject merged(JsonObject old, ObjectSchema type) {
    JsonObject patched = StrategicMergePatch.apply(old, patch.body(), type);
    String unfit = UnfitValues.first(patched, type);
    if (unfit != null) {
      throw invalid(shown(patched), unfit);
    }
    return ofSameKind(patched, old);
  }

  /** Ignores a kind and apiVersion in a strategic merge patch, as kube-apiserver does. */
  private static JsonObject ofSameKind(JsonObject patched, JsonObject old) {
    for (String member : List.of("apiVersion", "kind")) {
      if (patched.path(member).isText()) {
        patched.set(member, old.get(member));
      }
    }
    return patched;
  }

  @Override
  public List<RepeatedField> duplicates() {
    if (patch.type() == Patch.Type.JSON) {
      return List.of();
    }
    return patch.body().duplicates().stream().map(each -> RepeatedField.of(each.path())).toList();
  }

  @Override
  public List<String> complaints() {
    return patch.type() == Patch.Type.JSON ? JsonPatchFields.complaints(patch.body()) : List.of();
  }

  @Override
  public ApiException refused(ResourceType type, JsonObject object, String why) {
    return invalid(shown(object), why);
  }

  @Override
  public ApiException refused(ResourceType type, JsonObject object, UnexpectedKind other) {
    return invalid(shown(object), other.reason(type, "pkg/runtime/scheme.go:111"));
  }

  @Override
  public ApiException kindless(ResourceType type, JsonObject object) {
    String shown = shown(object);
    return invalid(shown, KINDLESS.formatted(shown));
  }

  @Override
  public void checkVersionless(ServedKind served) {
    if (patch.type() == Patch.Type.STRATEGIC) {
      return;
    }
    throw served.definition().custom()
        ? ApiErrors.internal("Object 'apiVersion' is missing in 'object has no apiVersion field'")
        : ObjectDecoder.nameless(name);
  }

  private String shown(JsonObject object) {
    return switch (patch.type()) {
      case STRATEGIC -> GoText.of(patch.body().tree());
      case MERGE -> PatchErrorText.ofMerge(object, patch.body().tree());
      default -> JsonTrees.write(object);
    };
  }

  private static ApiException invalid(String shown, String why) {
    return ApiErrors.invalid("", "", "", List.of(FieldError.invalid("patch", shown, why)));
  }

  private static ApiException refused(PatchException problem) {
    return switch (problem.kind()) {
      case MALFORMED -> ApiErrors.badRequest(String.valueOf(problem.getMessage()));
      case DOES_NOT_APPLY, TEST_FAILED -> ApiErrors.rejected();
      case UNTYPED -> ApiErrors.plain(String.valueOf(problem.getMessage()));
      case TOO_MANY_OPERATIONS ->
          Status.of(StatusReason.REQUEST_ENTITY_TOO_LARGE, String.valueOf(problem.getMessage()))
              .toException();
    };
  }
}
