package io.listwatch.server.registry.verbs;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.strategy.Strategy;
import io.listwatch.server.registry.CanonicalForms;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.conversion.VersionConverter;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.ResourceStorage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The served kinds by definition. A kind is created once, and again only when its definition,
 * storage or converter is a new instance.
 *
 * <p>Thread-safe.
 */
final class KindTable implements Function<ResourceDefinition, ServedKind> {
  private final Function<ResourceDefinition, ResourceStorage> storages;
  private final Function<ResourceDefinition, VersionConverter> converters;
  private final Function<ResourceDefinition, Strategy> strategies;
  private final Map<ResourceType, Entry> entries = new ConcurrentHashMap<>();

  KindTable(
      ResourceRegistry registry,
      Function<ResourceDefinition, ResourceStorage> storages,
      Function<ResourceDefinition, VersionConverter> converters,
      Function<ResourceDefinition, Strategy> strategies) {
    this.storages = storages;
    this.converters = converters;
    this.strategies = strategies;
    registry.addListener(this::forget);
  }

  @Override
  public ServedKind apply(ResourceDefinition definition) {
    ResourceStorage storage =
        NoStorage.isNeverStored(definition) ? NoStorage.INSTANCE : storages.apply(definition);
    VersionConverter converter = converters.apply(definition);
    Entry known = entries.get(definition.type());
    if (known != null && known.isMadeOf(definition, storage, converter)) {
      return known.kind;
    }
    ServedKind kind =
        ServedKind.of(
            definition,
            storage,
            CanonicalForms.of(definition),
            converter,
            strategies.apply(definition));
    entries.put(definition.type(), new Entry(kind, storage));
    return kind;
  }

  private void forget(List<ResourceDefinition> ended) {
    ended.forEach(each -> entries.remove(each.type()));
  }

  /**
   * A kind with the storage that it was created from; the kind's own storage may be a converted
   * one.
   */
  private record Entry(ServedKind kind, ResourceStorage storage) {
    /** Compares by identity: definitions are large, and every change makes a new instance. */
    @SuppressWarnings("ReferenceEquality")
    boolean isMadeOf(
        ResourceDefinition definition, ResourceStorage base, VersionConverter converter) {
      return kind.definition() == definition && storage == base && kind.converter() == converter;
    }
  }
}
