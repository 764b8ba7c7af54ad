package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ListOptions;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.registry.DeleteOptions;
import io.listwatch.server.registry.Patch;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceVerbs;
import io.listwatch.server.registry.SubmittedObject;
import io.listwatch.server.registry.WriteOptions;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.schema.JsonTrees;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of the objects of a custom resource definition that is deleted. */
final class DefinitionCleanupTest {
  private static final WriteOptions OPTIONS =
      new WriteOptions("test", false, WriteOptions.FieldValidation.STRICT, false);
  private static final ResourceKey DEFINITION = new ResourceKey(null, "widgets.example.com");

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server = ApiServer.start(storage, ApiServerConfig.open(0));
  private final ResourceVerbs verbs = server.verbs();
  private final ResourceDefinition definitions =
      find("apiextensions.k8s.io", "customresourcedefinitions").orElseThrow();

  @AfterEach
  void close() {
    server.close();
    storage.close();
  }

  private Optional<ResourceDefinition> find(String group, String plural) {
    return server.registry().find(group, "v1", plural);
  }

  /** Waits until the definition is served, and answers what serves it. */
  private ResourceDefinition define() {
    create(
        definitions,
        null,
        """
        {"metadata":{"name":"widgets.example.com"},
         "spec":{"group":"example.com","scope":"Namespaced",
          "names":{"plural":"widgets","kind":"Widget"},
          "versions":[{"name":"v1","served":true,"storage":true,
           "schema":{"openAPIV3Schema":{"type":"object"}}}]}}
        """);
    await().until(() -> find("example.com", "widgets").isPresent());
    return find("example.com", "widgets").orElseThrow();
  }

  private void create(ResourceDefinition definition, @Nullable String namespace, String json) {
    var object = new SubmittedObject((ObjectNode) JsonTrees.read(json), List.of());
    join(verbs.create(definition, namespace, object, OPTIONS));
  }

  private void createWidget(ResourceDefinition widgets, String metadata) {
    create(
        widgets,
        "default",
        """
        {"apiVersion":"example.com/v1","kind":"Widget","metadata":%s}
        """
            .formatted(metadata));
  }

  private List<String> names(ResourceDefinition widgets) {
    return join(
            verbs
                .list(widgets, ResourceScope.ALL, ListOptions.ALL)
                .thenCompose(page -> page.next()))
        .stream()
        .map(each -> each.key().name())
        .toList();
  }

  private boolean isGone() {
    try {
      join(verbs.get(definitions, DEFINITION, VersionMatch.mostRecent()));
      return false;
    } catch (CompletionException e) {
      assertThat(e).hasCauseInstanceOf(NotFoundException.class);
      return true;
    }
  }

  private static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  @Test
  void objectsGoBeforeTheirDefinition() {
    ResourceDefinition widgets = define();
    createWidget(widgets, "{'name':'a'}".replace('\'', '"'));

    join(verbs.delete(definitions, DEFINITION, DeleteOptions.NONE));

    await().until(this::isGone);
    assertThat(names(define())).isEmpty();
  }

  @Test
  void definitionWaitsForAnObjectThatIsHeld() {
    ResourceDefinition widgets = define();
    createWidget(widgets, "{'name':'a'}".replace('\'', '"'));
    createWidget(widgets, "{'name':'held','finalizers':['example.com/h']}".replace('\'', '"'));

    join(verbs.delete(definitions, DEFINITION, DeleteOptions.NONE));

    await().until(() -> names(widgets).equals(List.of("held")));
    Resource waiting = join(verbs.get(definitions, DEFINITION, VersionMatch.mostRecent()));
    assertThat(waiting.terminating()).isTrue();
    var release = new Patch(Patch.Type.MERGE, "{\"metadata\":{\"finalizers\":null}}");
    join(verbs.patch(widgets, new ResourceKey("default", "held"), "", release, OPTIONS));
    await().until(this::isGone);
  }
}
