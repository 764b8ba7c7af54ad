package io.listwatch.server.registry.custom;

import static io.listwatch.objects.custom.CustomDefinitionFixture.definition;
import static io.listwatch.objects.custom.CustomDefinitionFixture.parse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.listwatch.model.Scope;
import io.listwatch.objects.custom.CustomResourceDefinition;
import io.listwatch.objects.custom.CustomStatus;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ScalePaths;
import io.listwatch.server.registry.Subresource;
import io.listwatch.server.registry.TableColumns.Column;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CustomDefinitionsTest {
  private final JsonObject object = definition("widgets", "Widget", "wd");

  @Test
  void servesNothingUntilNamesAreAccepted() {
    assertThat(CustomDefinitions.of(CustomResourceDefinition.of(object))).isEmpty();
  }

  @Test
  void servedVersionsShareStoredType() {
    object
        .withObject("spec")
        .withArray("versions")
        .add(parse("{\"name\": \"v2\", \"served\": true, \"storage\": false}"))
        .add(parse("{\"name\": \"v0\", \"served\": false, \"storage\": false}"));

    List<ResourceDefinition> definitions = served();

    assertThat(definitions).extracting(each -> each.type().version()).containsExactly("v1", "v2");
    assertThat(definitions).extracting(each -> each.stored().version()).containsOnly("v1");
  }

  @Test
  void definitionHasNamesScopeAndVerbsOfCrd() {
    object.withObject("spec", "names").putArray("categories").add("all");
    object.withObject("spec").put("scope", "Cluster");

    ResourceDefinition widgets = served().get(0);

    assertThat(widgets.type().toString()).isEqualTo("widgets.example.com");
    assertThat(widgets.type().scope()).isEqualTo(Scope.CLUSTER);
    assertThat(widgets.singular()).isEqualTo("widget");
    assertThat(widgets.listKind()).isEqualTo("WidgetList");
    assertThat(widgets.shortNames()).containsExactly("wd");
    assertThat(widgets.categories()).containsExactly("all");
    assertThat(widgets.custom()).isTrue();
    assertThat(widgets.verbs())
        .containsExactly(
            Verb.DELETE,
            Verb.DELETECOLLECTION,
            Verb.GET,
            Verb.LIST,
            Verb.PATCH,
            Verb.CREATE,
            Verb.UPDATE,
            Verb.WATCH);
  }

  @Test
  void terminatingCrdAllowsNeitherCreateNorUpdate() {
    object.set("status", status());
    CustomStatus.terminate(object, Instant.EPOCH);

    assertThat(CustomDefinitions.of(CustomResourceDefinition.of(object)))
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.verbs())
                    .containsExactly(
                        Verb.DELETE, Verb.DELETECOLLECTION, Verb.GET, Verb.LIST, Verb.WATCH));
  }

  @Test
  void versionMayHaveStatusAndScaleSubresources() {
    ((JsonObject) object.at("/spec/versions/0"))
        .set(
            "subresources",
            parse(
                """
                {"status": {}, "scale": {"specReplicasPath": ".spec.replicas",
                  "statusReplicasPath": ".status.replicas",
                  "labelSelectorPath": ".status.selector"}}
                """));

    assertThat(served().get(0).subresources())
        .containsExactly(
            new Subresource("status", "", "", "Widget", List.of(Verb.GET, Verb.PATCH, Verb.UPDATE)),
            new Subresource(
                "scale", "autoscaling", "v1", "Scale", List.of(Verb.GET, Verb.PATCH, Verb.UPDATE)));
    assertThat(CustomDefinitions.scale(CustomResourceDefinition.of(object), "v1"))
        .contains(new ScalePaths(".spec.replicas", ".status.replicas", ".status.selector"));
  }

  @Test
  void versionHasSelectableFieldsAndPrinterColumns() {
    JsonObject version = (JsonObject) object.at("/spec/versions/0");
    version.withArray("selectableFields").addObject().put("jsonPath", ".spec.color");
    version
        .withArray("additionalPrinterColumns")
        .add(
            parse(
                """
                {"name": "Size", "type": "integer", "jsonPath": ".spec.size", "priority": 1}
                """));

    ResourceDefinition widgets = served().get(0);

    assertThat(widgets.selectableFields().paths()).containsExactly("spec.color");
    assertThat(widgets.columns().columns())
        .extracting(Column::name, Column::type, Column::priority)
        .containsExactly(tuple("Name", "string", 0), tuple("Size", "integer", 1));
  }

  private List<ResourceDefinition> served() {
    object.set("status", status());
    return CustomDefinitions.of(CustomResourceDefinition.of(object));
  }

  private JsonObject status() {
    CustomResourceDefinition definition = CustomResourceDefinition.of(object);
    return CustomStatus.next(definition, List.of(definition), Instant.EPOCH).orElseThrow();
  }
}
