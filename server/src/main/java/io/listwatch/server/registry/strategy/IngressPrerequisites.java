package io.listwatch.server.registry.strategy;

import io.listwatch.objects.strategy.IngressStrategy;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;

/** The prerequisites of Ingresses: a new one without a class gets the default IngressClass. */
final class IngressPrerequisites implements KindPrerequisites {
  private final DefaultClasses classes;
  private final Predicate<String> plugins;

  IngressPrerequisites(Sources sources) {
    this.classes = new DefaultClasses(sources.objects());
    this.plugins = sources.plugins();
  }

  @Override
  public <T> CompletionStage<T> create(
      ServedKind kind, Create request, Function<ServedKind, CompletionStage<T>> write) {
    if (IngressStrategy.namesClass(request.object()) || !plugins.test("DefaultIngressClass")) {
      return write.apply(kind);
    }
    return KindPrerequisites.with(
        classes
            .ofIngresses()
            .thenApply(usual -> new IngressStrategy(kind.definition().written(), usual)),
        kind,
        write);
  }
}
