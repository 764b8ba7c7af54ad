package io.listwatch.server.registry.strategy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ResourceKey;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.metadata.Identities;
import io.listwatch.server.registry.metadata.Metadata;
import io.listwatch.server.resource.ResourceStorage;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * What the writing of an object depends on beyond the object: for a pod, accounts and priorities;
 * for a service, the addresses of all others. It is looked up before the write, which then has a
 * kind whose strategy knows it.
 */
public final class Surroundings {
  private final PodAdmission pods;
  private final ServiceAddresses services;

  public Surroundings(
      ResourceRegistry registry,
      Function<ResourceDefinition, ResourceStorage> storages,
      Identities identities,
      Reservations reservations) {
    this.pods = new PodAdmission(registry, storages, identities);
    this.services = new ServiceAddresses(reservations);
  }

  /** Creates an object. */
  public <T> CompletionStage<T> create(
      ServedKind kind,
      ObjectNode draft,
      boolean dryRun,
      Function<ServedKind, CompletionStage<T>> write) {
    Metadata metadata = Metadata.of(draft);
    return switch (kind.type().toString()) {
      case "pods" ->
          pods.terms(kind.type(), metadata.namespace(), draft)
              .thenCompose(
                  terms -> write.apply(kind.with(new PodStrategy(kind.definition(), terms))));
      case "services" -> services.write(kind, metadata.name(), dryRun, write);
      default -> write.apply(kind);
    };
  }

  /** Changes an object, which may mean to create it. */
  public <T> CompletionStage<T> change(
      ServedKind kind,
      ResourceKey key,
      boolean dryRun,
      Function<ServedKind, CompletionStage<T>> write) {
    return kind.type().toString().equals("services")
        ? services.write(kind, key.name(), dryRun, write)
        : write.apply(kind);
  }
}
