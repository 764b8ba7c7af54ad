package io.listwatch.server.registry.openapi;

import static io.listwatch.server.registry.openapi.Documents.made;
import static io.listwatch.server.registry.openapi.Documents.paths;
import static io.listwatch.server.registry.openapi.Documents.tree;
import static io.listwatch.server.registry.openapi.Documents.v3;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.Scope;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.registry.Definitions;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.builtin.BuiltInResources;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

final class OpenApiDocumentsTest {
  private static final String WIDGETS = "apis/example.com/v1";
  private static final JsonValue WIDGET =
      JsonTrees.read("{\"type\":\"object\",\"properties\":{\"spec\":{\"type\":\"object\"}}}");

  private final ResourceRegistry registry = new ResourceRegistry(BuiltInResources.load());
  private final Map<String, JsonValue> schemas = new HashMap<>();
  private final OpenApiDocuments documents =
      new OpenApiDocuments(
          registry,
          type -> schemas.getOrDefault(type.toString(), JsonValue.MISSING),
          Runnable::run);

  private void defineWidgets() {
    schemas.put("widgets.example.com", WIDGET);
    registry.define("widgets.example.com", List.of(Definitions.custom("example.com/v1", "Widget")));
  }

  @Test
  void everyReferenceResolvesToSchema() {
    defineWidgets();
    var broken = new ArrayList<String>();
    for (String path : paths(documents)) {
      addBroken(path, v3(documents, path), broken);
    }
    addBroken("v2", tree(documents.v2()), broken);

    assertThat(broken).isEmpty();
  }

  private static void addBroken(String path, JsonValue document, List<String> broken) {
    List<String> references = Documents.references(document);
    assertThat(references).as(path).isNotEmpty();
    references.stream()
        .filter(each -> !Documents.resolves(document, each))
        .forEach(each -> broken.add(path + ": " + each));
  }

  @Test
  void everyServedKindHasSchemaWithGroupVersionKind() {
    defineWidgets();
    Set<String> inV2 = kinds(tree(documents.v2()).path("definitions"));

    for (ResourceDefinition each : registry.definitions()) {
      String group = each.type().group();
      String version = each.type().version();
      String kind = "%s/%s %s".formatted(group, version, each.type().kind());
      JsonValue document = v3(documents, path(each));

      assertThat(kinds(document.at("/components/schemas"))).contains(kind);
      assertThat(inV2).contains(kind);
    }
  }

  @Test
  void everyBuiltInKindHasADescription() {
    var undescribed = new ArrayList<String>();
    for (ResourceDefinition each : registry.definitions()) {
      for (JsonValue schema : v3(documents, path(each)).at("/components/schemas")) {
        for (JsonValue kind : schema.path("x-kubernetes-group-version-kind")) {
          if (kind.path("kind").asText().equals(each.type().kind())
              && kind.path("group").asText().equals(each.type().group())
              && schema.path("description").asText().isEmpty()) {
            undescribed.add(each.type().toString());
          }
        }
      }
    }

    assertThat(undescribed).isEmpty();
  }

  @Test
  void fieldsHaveDescriptionsInBothVersions() {
    String field = "/io.k8s.api.core.v1.PodSpec/properties/nodeName/description";
    String description =
        "The node that the pod is bound to; empty until a scheduler has chosen one.";

    assertThat(v3(documents, "api/v1").at("/components/schemas" + field).asText())
        .isEqualTo(description);
    assertThat(tree(documents.v2()).at("/definitions" + field).asText()).isEqualTo(description);
  }

  private static Set<String> kinds(JsonValue schemas) {
    var kinds = new HashSet<String>();
    for (JsonValue schema : schemas) {
      for (JsonValue kind : schema.path("x-kubernetes-group-version-kind")) {
        kinds.add(
            "%s/%s %s"
                .formatted(
                    kind.path("group").asText(),
                    kind.path("version").asText(),
                    kind.path("kind").asText()));
      }
    }
    return kinds;
  }

  private static String path(ResourceDefinition definition) {
    String group = definition.type().group();
    String version = definition.type().version();
    return group.isEmpty() ? "api/" + version : "apis/" + group + "/" + version;
  }

  @Test
  void everyVerbOfDiscoveryHasAnOperation() {
    JsonValue v2 = tree(documents.v2());
    for (ResourceDefinition definition : registry.definitions()) {
      JsonValue document = v3(documents, path(definition));
      for (String verb : Verb.words(definition.verbs())) {
        String path = "/" + path(definition) + "/" + place(definition, verb);
        assertThat(document.path("paths").path(path).has(method(verb))).as(path).isTrue();
        assertThat(v2.path("paths").path(path).has(method(verb))).as(path).isTrue();
      }
      definition
          .subresources()
          .forEach(
              part ->
                  Verb.words(part.verbs())
                      .forEach(
                          verb -> {
                            String item = place(definition, "get") + "/" + part.name();
                            String path = "/" + path(definition) + "/" + item;
                            assertThat(document.path("paths").path(path).has(method(verb)))
                                .as(verb + " " + path)
                                .isTrue();
                          }));
    }
  }

  private static String place(ResourceDefinition definition, String verb) {
    boolean whole = Set.of("list", "create", "deletecollection", "watch").contains(verb);
    String scope = definition.type().scope() == Scope.NAMESPACED ? "namespaces/{namespace}/" : "";
    return (verb.equals("watch") ? "watch/" : "")
        + scope
        + definition.type().plural()
        + (whole ? "" : "/{name}");
  }

  private static String method(String verb) {
    return switch (verb) {
      case "create" -> "post";
      case "update" -> "put";
      case "patch" -> "patch";
      case "delete", "deletecollection" -> "delete";
      default -> "get";
    };
  }

  @Test
  void operationIdsAreUnique() {
    List<String> ids =
        tree(documents.v2()).findValues("operationId").stream().map(JsonValue::asText).toList();

    assertThat(ids).doesNotHaveDuplicates().hasSizeGreaterThan(800);
  }

  @Test
  void patchHasFieldValidationParameter() {
    // kubectl checks this parameter to learn whether the server supports field validation.
    JsonValue patch =
        v3(documents, "apis/apps/v1")
            .path("paths")
            .path("/apis/apps/v1/namespaces/{namespace}/deployments/{name}")
            .path("patch");

    assertThat(patch.path("parameters").findValues("name").stream().map(JsonValue::asText).toList())
        .containsExactly("dryRun", "fieldManager", "fieldValidation", "force");
    assertThat(patch.path("requestBody").path("content").has("application/apply-patch+yaml"))
        .isTrue();
    assertThat(patch.path("x-kubernetes-group-version-kind").path("kind").asText())
        .isEqualTo("Deployment");
  }

  @Test
  void onlyV3HasDefaultsOneOfAndAllOf() {
    JsonValue port = v3(documents, "api/v1").at("/components/schemas");
    JsonValue definitions = tree(documents.v2()).path("definitions");

    assertThat(port.at("/io.k8s.api.core.v1.ContainerPort/properties/protocol/default").asText())
        .isEqualTo("TCP");
    assertThat(port.at("/io.k8s.apimachinery.pkg.util.intstr.IntOrString/oneOf")).hasSize(2);
    assertThat(port.at("/io.k8s.api.core.v1.Pod/properties/spec/allOf/0/$ref").asText())
        .isEqualTo("#/components/schemas/io.k8s.api.core.v1.PodSpec");
    assertThat(definitions.at("/io.k8s.api.core.v1.ContainerPort/properties/protocol").toString())
        .startsWith("{\"type\":\"string\",\"enum\":[\"SCTP\",\"TCP\",\"UDP\"],\"description\":");
    assertThat(definitions.at("/io.k8s.api.core.v1.Pod/properties/spec/$ref").asText())
        .isEqualTo("#/definitions/io.k8s.api.core.v1.PodSpec");
  }

  @Test
  void listItemsAndMapValuesHaveZeroDefaultInV3() {
    JsonValue schemas = v3(documents, "api/v1").at("/components/schemas");
    JsonValue definitions = tree(documents.v2()).path("definitions");

    assertThat(schemas.at("/io.k8s.api.core.v1.PodSpec/properties/containers/items").toString())
        .isEqualTo(
            "{\"allOf\":[{\"$ref\":\"#/components/schemas/io.k8s.api.core.v1.Container\"}],"
                + "\"default\":{}}");
    assertThat(schemas.at("/io.k8s.api.core.v1.PodList/properties/items/items/default").toString())
        .isEqualTo("{}");
    assertThat(schemas.at("/io.k8s.api.core.v1.Container/properties/args/items").toString())
        .isEqualTo("{\"type\":\"string\",\"default\":\"\"}");
    assertThat(
            schemas
                .at("/io.k8s.api.core.v1.ResourceRequirements/properties/limits")
                .path("additionalProperties")
                .toString())
        .isEqualTo(
            "{\"$ref\":\"#/components/schemas/io.k8s.apimachinery.pkg.api.resource.Quantity\"}");
    assertThat(definitions.at("/io.k8s.api.core.v1.PodSpec/properties/containers/items").toString())
        .isEqualTo("{\"$ref\":\"#/definitions/io.k8s.api.core.v1.Container\"}");
  }

  @Test
  void listOfCustomResourceHasNoDefaults() {
    defineWidgets();

    JsonValue list = v3(documents, WIDGETS).at("/components/schemas/com.example.v1.WidgetList");

    assertThat(list.at("/properties/items/items").toString())
        .isEqualTo("{\"$ref\":\"#/components/schemas/com.example.v1.Widget\"}");
    assertThat(list.at("/properties/metadata").has("default")).isFalse();
  }

  @Test
  void deleteOfNamespaceReturnsStatusAndOfPodReturnsPod() {
    JsonValue paths = tree(documents.v2()).path("paths");

    assertThat(
            paths
                .path("/api/v1/namespaces/{name}")
                .at("/delete/responses/200/schema/$ref")
                .asText())
        .endsWith(".Status");
    assertThat(
            paths
                .path("/api/v1/namespaces/{namespace}/pods/{name}")
                .at("/delete/responses/200/schema/$ref")
                .asText())
        .endsWith(".Pod");
  }

  @Test
  void operationIdsOfCustomResourcesFollowBuiltInOnes() {
    defineWidgets();

    JsonValue widgets =
        v3(documents, WIDGETS)
            .path("paths")
            .path("/apis/example.com/v1/namespaces/{namespace}/widgets");

    assertThat(widgets.at("/delete/operationId").asText())
        .isEqualTo("deleteExampleComV1CollectionNamespacedWidget");
  }

  @Test
  void discoveryOperationsConsumeTheMediaTypesTheyProduce() {
    JsonValue v2 = tree(documents.v2());
    JsonValue paths = v2.path("paths");

    assertThat(v2.at("/info/version").asText()).isEqualTo("1.36");
    assertThat(paths.path("/version/").at("/get/consumes").toString())
        .isEqualTo("[\"application/json\"]");
    assertThat(paths.path("/apis/apps/v1/").at("/get/consumes")).hasSize(3);
    assertThat(paths.path("/api/v1/nodes").at("/get/consumes").toString()).isEqualTo("[\"*/*\"]");
  }

  @Test
  void fieldsHaveEnumValues() {
    JsonValue schemas = v3(documents, "api/v1").at("/components/schemas");

    assertThat(schemas.at("/io.k8s.api.core.v1.PodSpec/properties/restartPolicy/enum").toString())
        .isEqualTo("[\"Always\",\"Never\",\"OnFailure\"]");
    assertThat(
            schemas
                .at("/io.k8s.api.core.v1.ServiceSpec/properties/ipFamilies/items/enum")
                .toString())
        .isEqualTo("[\"\",\"IPv4\",\"IPv6\"]");
    assertThat(
            schemas
                .at("/io.k8s.api.core.v1.PersistentVolumeClaimStatus/properties")
                .at("/allocatedResourceStatuses/additionalProperties/enum"))
        .hasSize(5);
  }

  @Test
  void unionsNameTheirDiscriminator() {
    JsonValue schemas = v3(documents, "api/v1").at("/components/schemas");

    assertThat(schemas.at("/io.k8s.api.core.v1.SeccompProfile/x-kubernetes-unions").toString())
        .isEqualTo(
            "[{\"discriminator\":\"type\",\"fields-to-discriminateBy\":"
                + "{\"localhostProfile\":\"LocalhostProfile\"}}]");
  }

  @Test
  void customResourceIsPublishedAndUnpublished() {
    assertThat(documents.v3(WIDGETS)).isEmpty();

    defineWidgets();
    assertThat(paths(documents)).contains(WIDGETS);
    assertThat(tree(documents.v2()).path("definitions").has("com.example.v1.Widget")).isTrue();

    registry.define("widgets.example.com", List.of());
    assertThat(documents.v3(WIDGETS)).isEmpty();
    assertThat(paths(documents)).doesNotContain(WIDGETS);
    assertThat(tree(documents.v2()).path("definitions").has("com.example.v1.Widget")).isFalse();
  }

  @Test
  void onlyChangedDocumentsAreCreatedAgain() {
    OpenApiDocument apps = made(documents.v3("apis/apps/v1").orElseThrow());
    OpenApiDocument index = made(documents.index());

    defineWidgets();

    assertThat(made(documents.v3("apis/apps/v1").orElseThrow())).isSameAs(apps);
    assertThat(made(documents.index()).etag()).isNotEqualTo(index.etag());
    assertThat(made(documents.index())).isSameAs(made(documents.index()));
  }

  @Test
  void changedSchemaChangesDocument() {
    defineWidgets();
    String before = made(documents.v3(WIDGETS).orElseThrow()).etag();

    schemas.put("widgets.example.com", WIDGET.deepCopy());
    assertThat(made(documents.v3(WIDGETS).orElseThrow()).etag()).isEqualTo(before);

    schemas.put("widgets.example.com", JsonTrees.read("{\"type\":\"object\",\"title\":\"W\"}"));
    assertThat(made(documents.v3(WIDGETS).orElseThrow()).etag()).isNotEqualTo(before);
  }

  @Test
  void concurrentCallersGetSameDocument() {
    Queue<Runnable> work = new ArrayDeque<>();
    var slow = new OpenApiDocuments(registry, CustomSchemas.NONE, work::add);

    var first = slow.v3("version").orElseThrow().toCompletableFuture();
    var second = slow.v3("version").orElseThrow().toCompletableFuture();

    assertThat(work).hasSize(1);
    assertThat(first).isNotDone();
    work.remove().run();
    assertThat(first.join()).isSameAs(second.join());
  }

  @Test
  void failedDocumentIsRetried() {
    var tries = new ArrayList<Runnable>();
    var busy =
        new OpenApiDocuments(
            registry,
            CustomSchemas.NONE,
            task -> {
              tries.add(task);
              if (tries.size() == 1) {
                throw new RejectedExecutionException("full");
              }
              task.run();
            });

    assertThatThrownBy(() -> made(busy.v3("version").orElseThrow()))
        .hasMessageContaining("Too many requests");
    assertThat(made(busy.v3("version").orElseThrow()).length()).isPositive();
  }
}
