package io.listwatch.server.registry.strategy;

import io.listwatch.model.VersionMatch;
import io.listwatch.objects.strategy.ClaimStrategy;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The prerequisites of PersistentVolumeClaims: a new claim gets the default storage class, and an
 * existing one may grow if its class allows volume expansion.
 */
final class ClaimPrerequisites implements KindPrerequisites {
  private final OtherObjects objects;
  private final DefaultClasses classes;
  private final Predicate<String> plugins;

  ClaimPrerequisites(Sources sources) {
    this.objects = sources.objects();
    this.classes = new DefaultClasses(objects);
    this.plugins = sources.plugins();
  }

  @Override
  public <T> CompletionStage<T> create(
      ServedKind kind, Create request, Function<ServedKind, CompletionStage<T>> write) {
    if (ClaimStrategy.namesClass(request.object()) || !plugins.test("DefaultStorageClass")) {
      return write.apply(kind);
    }
    return KindPrerequisites.with(
        classes
            .ofStorage()
            .thenApply(usual -> ClaimStrategy.ofNew(kind.definition().written(), usual)),
        kind,
        write);
  }

  @Override
  public <T> CompletionStage<T> update(
      ServedKind kind, Update request, Function<ServedKind, CompletionStage<T>> write) {
    if (!request.subresource().isEmpty()) {
      return write.apply(kind);
    }
    if (!plugins.test("PersistentVolumeClaimResize")) {
      return write.apply(kind.with(ClaimStrategy.ofAnySize(kind.definition().written())));
    }
    return KindPrerequisites.with(
        expandable()
            .thenApply(names -> ClaimStrategy.ofChanged(kind.definition().written(), names)),
        kind,
        write);
  }

  /** Returns the names of the storage classes that allow volume expansion. */
  private CompletionStage<Set<String>> expandable() {
    return objects
        .all("storage.k8s.io", "storageclasses", VersionMatch.mostRecent())
        .thenApply(
            all ->
                all.stream()
                    .filter(each -> each.path("allowVolumeExpansion").asBoolean())
                    .map(each -> each.path("metadata").path("name").asText())
                    .collect(Collectors.toUnmodifiableSet()));
  }
}
