package io.listwatch.server;

import io.listwatch.model.NotFoundException;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.QuotaAccess;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.WriteOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Reads ResourceQuotas and writes their status through the verbs, as any client would. */
final class QuotaStatus implements QuotaAccess {
  private static final WriteOptions OPTIONS =
      new WriteOptions("kube-apiserver", false, WriteOptions.FieldValidation.IGNORE, false);

  private final ResourceDefinition quotas;
  private final Supplier<ResourceVerbs> verbs;

  /**
   * @param verbs first called when a quota is used, because the verbs are created after admission
   */
  QuotaStatus(ResourceDefinition quotas, Supplier<ResourceVerbs> verbs) {
    this.quotas = quotas;
    this.verbs = verbs;
  }

  @Override
  public CompletionStage<Optional<JsonValue>> read(String namespace, String name) {
    return verbs
        .get()
        .get(quotas, ResourceKey.of(namespace, name), VersionMatch.mostRecent())
        .thenApply(found -> Optional.of(JsonTrees.read(found.toByteArray())))
        .exceptionallyCompose(QuotaStatus::absent);
  }

  private static CompletionStage<Optional<JsonValue>> absent(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof NotFoundException
        ? CompletableFuture.completedFuture(Optional.empty())
        : CompletableFuture.failedFuture(failure);
  }

  @Override
  public CompletionStage<?> writeStatus(JsonObject quota) {
    Metadata metadata = Metadata.of(quota);
    return verbs
        .get()
        .update(
            quotas,
            ResourceKey.of(metadata.namespace(), metadata.name()),
            "status",
            new DecodedObject(quota, List.of()),
            OPTIONS);
  }
}
