package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.verbs.ObjectsUnderTest.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.Status;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.registry.CanonicalForms;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.conversion.VersionConverter;
import io.listwatch.server.registry.strategy.BuiltInKinds;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.Transition;
import io.listwatch.server.resource.WatchRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Creates need a namespace and a CRD that are not terminating. */
final class CreateGateTest {
  private static final ResourceDefinition WIDGETS = VerbsFixture.custom("example.com/v1", "Widget");

  private final WriteFixture fixture = new WriteFixture(WIDGETS);
  private final CreateGate gate =
      new CreateGate(fixture.server.registry, fixture.server.storages, true, null);
  private final ObjectsUnderTest namespaces =
      new ObjectsUnderTest(fixture.server, "", "namespaces");

  @AfterEach
  void close() {
    fixture.close();
  }

  private void check(@Nullable String namespace, String name) {
    await(gate.check(fixture.configMaps(), namespace, name, false));
  }

  @Test
  void passesInExistingNamespace() {
    namespaces.create("{'metadata':{'name':'home'}}");

    check("home", "a");
  }

  @Test
  void missingNamespaceIsNotFound() {
    assertThatThrownBy(() -> check("nowhere", "a"))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("namespaces \"nowhere\" not found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", ""})
  void terminatingNamespaceIsForbiddenWithItsCause(String name) {
    namespaces.create("{'metadata':{'name':'home'}}");
    namespaces.delete("home");

    assertThatThrownBy(() -> check("home", name))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(403);
              assertThat(e.status().message())
                  .isEqualTo(
                      "configmaps \"%s\" is forbidden: unable to create new content in namespace"
                              .formatted(name)
                          + " home because it is being terminated");
              assertThat(e.status().details())
                  .isEqualTo(
                      Status.Details.of("", "configmaps", name)
                          .withCauses(
                              List.of(
                                  new Status.Cause(
                                      "NamespaceTerminating",
                                      "namespace home is being terminated",
                                      "metadata.namespace"))));
            });
  }

  @Test
  void clusterScopedObjectsNeedNoNamespace() {
    check(null, "a");
  }

  @Test
  void serverWithoutNamespacesChecksNone() {
    var open = new CreateGate(new ResourceRegistry(List.of()), fixture.server.storages, true, null);

    await(open.check(fixture.configMaps(), "nowhere", "a", false));
  }

  @Test
  void terminatingDefinitionIsForbidden() {
    namespaces.create("{'metadata':{'name':'home'}}");
    ResourceDefinition terminating = WIDGETS.withVerbs(List.of(Verb.GET, Verb.LIST, Verb.DELETE));
    ServedKind kind =
        ServedKind.of(
            terminating,
            fixture.server.storages.apply(WIDGETS),
            CanonicalForms.of(terminating),
            VersionConverter.SAME,
            BuiltInKinds.strategy(terminating));

    assertThatThrownBy(() -> gate.check(kind, "home", "w", false))
        .hasMessageContaining(
            "widgets.example.com \"w\" is forbidden: create not allowed while custom resource"
                + " definition is terminating");
    await(gate.check(fixture.kind("example.com", "widgets"), "home", "w", false));
  }

  /** A watch cache lags behind, so a namespace that it does not have is read from storage. */
  @Test
  void namespaceMissingInCacheIsReadFromStorage() {
    var storage = new LaggingStorage(false);
    var lagging = new CreateGate(fixture.server.registry, definition -> storage, true, null);

    await(lagging.check(fixture.configMaps(), "home", "a", false));

    assertThat(storage.reads).containsExactly(VersionMatch.any(), VersionMatch.mostRecent());
  }

  @Test
  void cachedNamespaceIsNotReadFromStorage() {
    var storage = new LaggingStorage(true);
    var known = new CreateGate(fixture.server.registry, definition -> storage, true, null);

    await(known.check(fixture.configMaps(), "home", "a", false));

    assertThat(storage.reads).containsExactly(VersionMatch.any());
  }

  /** Holds the namespace {@code home}, which its cache may not have yet. */
  private static final class LaggingStorage implements ResourceStorage {
    final List<VersionMatch> reads = new ArrayList<>();
    private final boolean cached;

    LaggingStorage(boolean cached) {
      this.cached = cached;
    }

    @Override
    public CompletionStage<Optional<Resource>> get(ResourceKey key, VersionMatch match) {
      assertThat(key).isEqualTo(ResourceKey.of("home"));
      reads.add(match);
      boolean found = cached || match.equals(VersionMatch.mostRecent());
      return CompletableFuture.completedFuture(
          found
              ? Optional.of(
                  WriteFixture.resource("{'metadata':{'name':'home','resourceVersion':'1'}}"))
              : Optional.empty());
    }

    @Override
    public CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions options) {
      throw new UnsupportedOperationException("list");
    }

    @Override
    public ResourceWatch watch(WatchRequest request, Executor loop, Runnable onReadable) {
      throw new UnsupportedOperationException("watch");
    }

    @Override
    public CompletionStage<Resource> write(ResourceKey key, Transition transition) {
      throw new UnsupportedOperationException("write");
    }

    @Override
    public void close() {}
  }
}
