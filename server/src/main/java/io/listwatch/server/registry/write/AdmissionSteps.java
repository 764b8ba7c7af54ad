package io.listwatch.server.registry.write;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import io.listwatch.server.registry.admission.Reinvocation;
import io.listwatch.server.registry.strategy.ServedKind;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The two admission steps of one write. */
final class AdmissionSteps {
  private final WriteSteps steps;
  private final ServedKind kind;
  private final ResourceKey key;
  private final ObjectPart part;
  private final WriteOptions options;

  AdmissionSteps(
      WriteSteps steps, ServedKind kind, ResourceKey key, ObjectPart part, WriteOptions options) {
    this.steps = steps;
    this.kind = kind;
    this.key = key;
    this.part = part;
    this.options = options;
  }

  /**
   * Runs mutating admission, then continues.
   *
   * @param then receives whether the object was changed
   */
  <T> CompletionStage<T> mutate(
      JsonObject object, @Nullable JsonObject old, Function<Boolean, CompletionStage<T>> then) {
    return steps.goOn(steps.control().mutate(request(object, old)), then);
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
        key,
        created ? Metadata.of(object).name() : key.name(),
        part.subresource(),
        object,
        old,
        options(created),
        options.user(),
        options.dryRun(),
        options.warnings(),
        changed -> steps.decoder(kind, options).decodeChanged(changed),
        new Reinvocation());
  }

  private JsonObject options(boolean created) {
    return new JsonObject()
        .put("kind", created ? "CreateOptions" : "UpdateOptions")
        .put("apiVersion", "meta.k8s.io/v1")
        .setAll(options.sent());
  }
}
