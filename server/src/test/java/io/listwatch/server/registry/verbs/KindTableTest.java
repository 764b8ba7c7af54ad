package io.listwatch.server.registry.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.strategy.Strategy;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.conversion.VersionConverter;
import io.listwatch.server.registry.strategy.BuiltInKinds;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.resource.ResourceStorage;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class KindTableTest {
  private static final ResourceDefinition WIDGETS =
      VerbsFixture.custom("example.com/v1", "Widget", "status");

  private final VerbsFixture fixture = new VerbsFixture();
  private final ResourceRegistry registry = new ResourceRegistry(List.of());
  private final AtomicInteger made = new AtomicInteger();
  private ResourceStorage storage = storage("configmaps");

  private final KindTable kinds =
      new KindTable(registry, each -> storage, VersionConverter::ofNames, this::strategy);

  private Strategy strategy(ResourceDefinition definition) {
    made.incrementAndGet();
    return BuiltInKinds.strategy(definition);
  }

  private ResourceStorage storage(String plural) {
    return fixture.storages.apply(fixture.definition("", plural));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void createsKindOncePerDefinition() {
    ServedKind first = kinds.apply(WIDGETS);

    assertThat(kinds.apply(WIDGETS)).isSameAs(first);
    assertThat(made).hasValue(1);
  }

  @Test
  void changedDefinitionCreatesNewKind() {
    ServedKind first = kinds.apply(WIDGETS);

    ServedKind second = kinds.apply(VerbsFixture.custom("example.com/v1", "Widget"));

    assertThat(second).isNotSameAs(first);
    assertThat(second.definition().subresource("status")).isEmpty();
  }

  @Test
  void kindUsesReopenedStorage() {
    kinds.apply(WIDGETS);

    storage = storage("secrets");

    assertThat(kinds.apply(WIDGETS).storage()).isSameAs(storage);
  }

  @Test
  void removedDefinitionEvictsItsKind() {
    registry.define("widgets.example.com", List.of(WIDGETS));
    ServedKind first = kinds.apply(WIDGETS);

    registry.define("widgets.example.com", List.of());

    assertThat(kinds.apply(WIDGETS)).isNotSameAs(first);
  }
}
