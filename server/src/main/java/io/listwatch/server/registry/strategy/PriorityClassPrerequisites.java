package io.listwatch.server.registry.strategy;

import io.listwatch.model.VersionMatch;
import io.listwatch.objects.strategy.PriorityClassStrategy;
import io.listwatch.objects.strategy.Strategy;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The prerequisites of PriorityClasses: at most one of them is the global default. */
final class PriorityClassPrerequisites implements KindPrerequisites {
  private final OtherObjects objects;

  PriorityClassPrerequisites(Sources sources) {
    this.objects = sources.objects();
  }

  @Override
  public <T> CompletionStage<T> create(
      ServedKind kind, Create request, Function<ServedKind, CompletionStage<T>> write) {
    return request.object().path("globalDefault").asBoolean()
        ? KindPrerequisites.with(strategy(kind), kind, write)
        : write.apply(kind);
  }

  @Override
  public <T> CompletionStage<T> update(
      ServedKind kind, Update request, Function<ServedKind, CompletionStage<T>> write) {
    return KindPrerequisites.with(strategy(kind), kind, write);
  }

  private CompletionStage<Strategy> strategy(ServedKind kind) {
    return objects
        .all(kind.type().group(), kind.type().plural(), VersionMatch.mostRecent())
        .thenApply(PriorityClassStrategy::globalDefault)
        .thenApply(
            globalDefault ->
                globalDefault.map(each -> each.at("/metadata/name").asText()).orElse(""))
        .thenApply(
            globalDefault -> new PriorityClassStrategy(kind.definition().written(), globalDefault));
  }
}
