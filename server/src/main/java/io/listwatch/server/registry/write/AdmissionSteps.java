package io.listwatch.server.registry.write;

import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.apply.ManagedFields;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.UnknownFields;
import io.listwatch.objects.schema.WrongTypes;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import io.listwatch.server.registry.admission.Reinvocation;
import io.listwatch.server.registry.strategy.ServedKind;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The two admission steps of one write. A subresource may have a kind of its own, which admission
 * sees in place of the object.
 */
final class AdmissionSteps {
  private static final String UNREADABLE_OWNERS =
      ".metadata.managedFields was in an invalid state after admission; this could be caused by an"
          + " outdated mutating admission controller; please fix your requests: ";

  private final WriteSteps steps;
  private final ServedKind kind;
  private final ResourceKey key;
  private final String subresource;
  private final WriteOptions options;
  private final ResourceType shown;
  private final Consumer<JsonObject> normalize;

  private AdmissionSteps(
      WriteSteps steps,
      ServedKind kind,
      ResourceKey key,
      String subresource,
      WriteOptions options,
      ResourceType shown,
      Consumer<JsonObject> normalize) {
    this.steps = steps;
    this.kind = kind;
    this.key = key;
    this.subresource = subresource;
    this.options = options;
    this.shown = shown;
    this.normalize = normalize;
  }

  /** Returns the steps for a write that admission sees as a whole object. */
  static AdmissionSteps ofObject(
      WriteSteps steps, ServedKind kind, ResourceKey key, ObjectPart part, WriteOptions options) {
    return new AdmissionSteps(
        steps,
        kind,
        key,
        part.subresource(),
        options,
        kind.type(),
        changed -> steps.decoder(kind, options).decodeChanged(changed));
  }

  /** Returns the steps for a write that admission sees as an object of a built-in kind. */
  static AdmissionSteps ofPart(
      WriteSteps steps,
      ServedKind kind,
      ResourceKey key,
      String subresource,
      ResourceType shown,
      WriteOptions options) {
    return new AdmissionSteps(
        steps, kind, key, subresource, options, shown, changed -> normalize(changed, shown));
  }

  private static void normalize(JsonObject changed, ResourceType type) {
    ObjectSchema schema = BuiltInTypes.load().find(type).orElseThrow();
    String problem = WrongTypes.first(changed, schema);
    if (problem != null) {
      throw ApiErrors.internal(problem);
    }
    List<String> unused = UnknownFields.complaints(changed, schema, List.of(), true);
  }

  /**
   * Runs mutating admission, then continues. Like kube-apiserver, restores managedFields that
   * admission has left unreadable.
   *
   * @param then receives whether the object was changed
   */
  <T> CompletionStage<T> mutate(
      JsonObject object, @Nullable JsonObject old, Function<Boolean, CompletionStage<T>> then) {
    JsonValue owners = owners(object);
    return steps.goOn(
        steps.control().mutate(request(object, old)),
        changed -> {
          if (changed) {
            restoreOwners(object, owners);
          }
          return then.apply(changed);
        });
  }

  private static JsonValue owners(JsonObject object) {
    return object.path("metadata").path("managedFields");
  }

  private void restoreOwners(JsonObject object, JsonValue before) {
    String problem = ManagedFields.problem(owners(object));
    if (problem == null) {
      return;
    }
    if (before.isArray()) {
      Metadata.of(object).node().set("managedFields", before);
    } else {
      Metadata.of(object).remove("managedFields");
    }
    options.warnings().accept(UNREADABLE_OWNERS + problem);
  }

  /** Runs validating admission, then continues. */
  <T> CompletionStage<T> validate(
      JsonObject object, @Nullable JsonObject old, Function<Void, CompletionStage<T>> then) {
    return steps.goOn(steps.control().validate(request(object, old)), then);
  }

  private AdmissionRequest request(JsonObject object, @Nullable JsonObject old) {
    boolean created = old == null;
    return new AdmissionRequest(
        created ? Operation.CREATE : Operation.UPDATE,
        kind.definition(),
        shown,
        key,
        created && subresource.isEmpty() ? Metadata.of(object).name() : key.name(),
        subresource,
        object,
        old,
        options(created),
        options.user(),
        options.dryRun(),
        options.warnings(),
        normalize,
        new Reinvocation());
  }

  private JsonObject options(boolean created) {
    return new JsonObject()
        .put("kind", created ? "CreateOptions" : "UpdateOptions")
        .put("apiVersion", "meta.k8s.io/v1")
        .setAll(options.sent());
  }
}
