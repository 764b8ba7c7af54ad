package io.listwatch.server.registry.write;

import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.apply.FieldManager;
import io.listwatch.objects.apply.FieldSet;
import io.listwatch.objects.apply.ManagedFields;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.server.registry.strategy.ServedKind;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * An object that a client creates in a subresource, such as a Binding. It is not stored, but passes
 * admission as a CREATE.
 */
public final class SubmittedPart {
  private final JsonObject object;
  private final AdmissionSteps admission;

  SubmittedPart(
      WriteSteps steps,
      ServedKind kind,
      ResourceKey key,
      String subresource,
      ResourceType type,
      JsonObject object,
      WriteOptions options) {
    this.object = object;
    this.admission = AdmissionSteps.ofPart(steps, kind, key, subresource, type, options);
  }

  /**
   * Returns an object as admission sees it: canonical, with its kind and its namespace.
   *
   * @param key of the object that has the subresource
   */
  public static JsonObject canonical(ResourceType type, JsonObject sent, ResourceKey key) {
    JsonObject object = new BuiltInForm(schema(type)).normalize(sent);
    object.put("kind", type.kind()).put("apiVersion", type.apiVersion());
    if (key.namespace() != null) {
      Metadata.of(object).set("namespace", key.namespace());
    }
    return object;
  }

  /** Sets the managedFields of an object. */
  public static void recordManager(
      ResourceType type, String subresource, JsonObject object, WriteOptions options, Instant now) {
    var manager = new FieldManager(options.manager(), type.apiVersion(), subresource, now);
    JsonArray owners =
        ManagedFields.ofBuiltIn(schema(type)).update(null, object, manager, FieldSet.empty());
    Metadata.of(object).node().set("managedFields", owners);
  }

  private static ObjectSchema schema(ResourceType type) {
    return BuiltInTypes.load().find(type).orElseThrow();
  }

  /** Runs mutating admission, which may change the object, then continues. */
  public <T> CompletionStage<T> mutate(Supplier<CompletionStage<T>> then) {
    return admission.mutate(object, null, changed -> then.get());
  }

  /** Runs validating admission, then continues. */
  public <T> CompletionStage<T> validate(Supplier<CompletionStage<T>> then) {
    return admission.validate(object, null, passed -> then.get());
  }
}
