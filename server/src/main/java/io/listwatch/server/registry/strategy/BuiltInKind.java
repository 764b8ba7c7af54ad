package io.listwatch.server.registry.strategy;

import io.listwatch.objects.strategy.BuiltInStrategies;
import io.listwatch.objects.strategy.Strategy;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.table.ComputedRow;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The registration of one built-in kind: its strategy, prerequisites and table row. Its facts are
 * on its row in {@code resources.txt}, its validation and warnings in {@code KindRules}.
 *
 * <p>Immutable.
 */
final class BuiltInKind {
  private final String resource;
  private final Function<ResourceDefinition, Strategy> strategy;
  private final Function<KindPrerequisites.Sources, KindPrerequisites> prerequisites;
  private final @Nullable ComputedRow row;

  private BuiltInKind(
      String resource,
      Function<ResourceDefinition, Strategy> strategy,
      Function<KindPrerequisites.Sources, KindPrerequisites> prerequisites,
      @Nullable ComputedRow row) {
    this.resource = resource;
    this.strategy = strategy;
    this.prerequisites = prerequisites;
    this.row = row;
  }

  /**
   * Creates a kind with the default strategy, without prerequisites.
   *
   * @param resource such as {@code deployments.apps}
   */
  static BuiltInKind kind(String resource) {
    return new BuiltInKind(
        resource,
        definition -> BuiltInStrategies.of(definition.written()),
        sources -> KindPrerequisites.NONE,
        null);
  }

  /** Returns the kind with a strategy of the server module. */
  BuiltInKind strategy(Function<ResourceDefinition, Strategy> own) {
    return new BuiltInKind(resource, own, prerequisites, row);
  }

  /** Returns the kind with lookups before its objects are written. */
  BuiltInKind prerequisites(Function<KindPrerequisites.Sources, KindPrerequisites> lookups) {
    return new BuiltInKind(resource, strategy, lookups, row);
  }

  /** Returns the kind with table cells that are computed from the whole object. */
  BuiltInKind row(ComputedRow cells) {
    return new BuiltInKind(resource, strategy, prerequisites, cells);
  }

  String resource() {
    return resource;
  }

  Strategy strategy(ResourceDefinition definition) {
    return strategy.apply(definition);
  }

  KindPrerequisites prerequisites(KindPrerequisites.Sources sources) {
    return prerequisites.apply(sources);
  }

  Optional<ComputedRow> row() {
    return Optional.ofNullable(row);
  }
}
