package io.listwatch.server.registry.openapi;

import io.listwatch.server.registry.ApiGroup;
import io.listwatch.server.registry.ServedResources;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The OpenAPI documents for one state of the registry. Documents of unchanged group versions are
 * reused from the previous edition.
 *
 * <p>Thread-safe.
 */
final class Edition {
  private final ServedResources served;
  private final List<GroupVersionResources> resources;
  private final Function<Supplier<OpenApiDocument>, CompletableFuture<OpenApiDocument>> workers;

  /** V3 documents by their path below {@code /openapi/v3}. */
  private final Map<String, LazyDocument> v3 = new TreeMap<>();

  private final LazyDocument index = new LazyDocument(this::makeIndex);
  private final LazyDocument v2 = new LazyDocument(this::makeV2);
  private final LazyDocument v2Protobuf = new LazyDocument(this::makeV2Protobuf);

  /**
   * Creates the next edition.
   *
   * @param workers create the documents
   * @param before null for the first edition
   */
  Edition(
      ServedResources served,
      List<GroupVersionResources> resources,
      Function<Supplier<OpenApiDocument>, CompletableFuture<OpenApiDocument>> workers,
      @Nullable Edition before) {
    this.served = served;
    this.resources = List.copyOf(resources);
    this.workers = workers;
    for (GroupVersionResources each : resources) {
      LazyDocument same = before == null ? null : before.same(each);
      v3.put(each.path(), same == null ? lazily(() -> document(each)) : same);
    }
    addRoots();
  }

  static List<GroupVersionResources> resources(ServedResources served, CustomSchemas custom) {
    var resources = new ArrayList<GroupVersionResources>();
    for (ApiGroup group : served.groups()) {
      for (String version : group.versions()) {
        resources.add(
            GroupVersionResources.of(
                group.name(), version, served.in(group.name(), version), custom));
      }
    }
    return resources;
  }

  /** True if nothing has changed since this edition was created. */
  boolean isOf(ServedResources now, List<GroupVersionResources> nowServed) {
    return served == now && resources.equals(nowServed);
  }

  private @Nullable LazyDocument same(GroupVersionResources other) {
    return resources.contains(other) ? v3.get(other.path()) : null;
  }

  private LazyDocument lazily(Supplier<OpenApiDocument> maker) {
    return new LazyDocument(() -> workers.apply(maker));
  }

  private static OpenApiDocument document(GroupVersionResources resources) {
    Collection<String> known =
        resources.builtIn() ? List.of(resources.groupVersion()) : ClientVersions.ALL;
    var schemas = new DocumentSchemas(OpenApiVersion.V3, known);
    var paths = PathItem.byPath(resources.operations(schemas));
    return OpenApiDocument.of(JsonDocument.v3(paths, schemas, resources.builtIn()));
  }

  /**
   * Adds the documents of the root paths. A group that has only custom resources has no such
   * document, but its versions have documents.
   */
  private void addRoots() {
    addRoot("api", RootOperations::coreVersions);
    addRoot("apis", RootOperations::groups);
    addRoot("version", RootOperations::version);
    builtInGroups()
        .forEach(
            group -> addRoot("apis/" + group, schemas -> RootOperations.group(group, schemas)));
  }

  private List<String> builtInGroups() {
    return resources.stream()
        .filter(each -> each.builtIn() && !each.group().isEmpty())
        .map(GroupVersionResources::group)
        .distinct()
        .toList();
  }

  private void addRoot(String path, Function<DocumentSchemas, Operation> operation) {
    v3.put(
        path,
        lazily(
            () -> {
              var schemas = new DocumentSchemas(OpenApiVersion.V3, List.of());
              var paths = PathItem.byPath(List.of(operation.apply(schemas)));
              return OpenApiDocument.of(JsonDocument.v3(paths, schemas, true));
            }));
  }

  @Nullable LazyDocument v3(String path) {
    return v3.get(path);
  }

  LazyDocument index() {
    return index;
  }

  LazyDocument v2() {
    return v2;
  }

  LazyDocument v2Protobuf() {
    return v2Protobuf;
  }

  /** Creates the documents one after the other, so that writes do not have to wait for workers. */
  private CompletableFuture<OpenApiDocument> makeIndex() {
    Map<String, String> urls = new TreeMap<>();
    CompletableFuture<?> last = CompletableFuture.completedFuture("");
    for (var each : v3.entrySet()) {
      last =
          last.thenCompose(before -> each.getValue().get())
              .thenAccept(document -> urls.put(each.getKey(), url(each.getKey(), document)));
    }
    return last.thenCompose(
        done -> workers.apply(() -> OpenApiDocument.of(JsonDocument.index(urls))));
  }

  /** Returns the URL with the hash of the document, whose content never changes. */
  static String url(String path, OpenApiDocument document) {
    return "/openapi/v3/" + path + "?hash=" + document.etag();
  }

  private CompletableFuture<OpenApiDocument> makeV2() {
    return workers.apply(
        () -> {
          var schemas = schemasOfV2();
          return OpenApiDocument.of(JsonDocument.v2(pathsOfV2(schemas), schemas));
        });
  }

  private CompletableFuture<OpenApiDocument> makeV2Protobuf() {
    return v2.get()
        .thenCompose(
            json ->
                workers.apply(
                    () -> {
                      var schemas = schemasOfV2();
                      return json.as(GnosticDocument.v2(pathsOfV2(schemas), schemas));
                    }));
  }

  private DocumentSchemas schemasOfV2() {
    return new DocumentSchemas(
        OpenApiVersion.V2,
        resources.stream()
            .filter(GroupVersionResources::builtIn)
            .map(GroupVersionResources::groupVersion)
            .toList());
  }

  private Map<String, List<Operation>> pathsOfV2(DocumentSchemas schemas) {
    var operations = new ArrayList<Operation>();
    operations.add(RootOperations.coreVersions(schemas));
    operations.add(RootOperations.groups(schemas));
    operations.add(RootOperations.version(schemas));
    builtInGroups().forEach(group -> operations.add(RootOperations.group(group, schemas)));
    resources.forEach(each -> operations.addAll(each.operations(schemas)));
    return PathItem.byPath(operations);
  }
}
