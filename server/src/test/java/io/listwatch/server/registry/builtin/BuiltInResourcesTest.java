package io.listwatch.server.registry.builtin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceReader;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.Subresource;
import io.listwatch.server.registry.TableColumns.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class BuiltInResourcesTest {
  private static final List<ResourceDefinition> ALL = BuiltInResources.load();

  @Test
  void podDefinitionHasItsKindScopeNamesAndVerbs() {
    ResourceDefinition pods = find("v1", "pods");

    assertThat(pods.type().kind()).isEqualTo("Pod");
    assertThat(pods.type().scope()).isEqualTo(Scope.NAMESPACED);
    assertThat(pods.singular()).isEqualTo("pod");
    assertThat(pods.listKind()).isEqualTo("PodList");
    assertThat(pods.shortNames()).containsExactly("po");
    assertThat(pods.categories()).containsExactly("all");
    assertThat(Verb.words(pods.verbs())).hasSize(8).isSorted();
    assertThat(pods.selectableFields().paths()).contains("spec.nodeName", "status.phase");
    assertThat(pods.custom()).isFalse();
  }

  @Test
  void subresourceMayHaveAnotherKind() {
    assertThat(find("v1", "pods").subresource("eviction"))
        .contains(new Subresource("eviction", "policy", "v1", "Eviction", List.of(Verb.CREATE)));
    assertThat(find("v1", "pods").subresource("binding"))
        .contains(new Subresource("binding", "", "", "Binding", List.of(Verb.CREATE)));
    assertThat(find("v1", "pods").subresource("status"))
        .contains(
            new Subresource("status", "", "", "Pod", List.of(Verb.GET, Verb.PATCH, Verb.UPDATE)));
  }

  @Test
  void fieldSelectorSeesDefaultOfMissingField() {
    assertThat(selected("v1", "nodes", "\"spec\": {}", "spec.unschedulable")).isEqualTo("false");
    assertThat(selected("batch/v1", "jobs", "\"status\": {}", "status.successful")).isEqualTo("0");
  }

  @Test
  void fieldSelectorSeesFieldUnderItsOldName() {
    assertThat(selected("batch/v1", "jobs", "\"status\": {\"succeeded\": 2}", "status.successful"))
        .isEqualTo("2");
  }

  private static @Nullable String selected(
      String apiVersion, String plural, String members, String field) {
    byte[] json =
        ("{\"metadata\": {\"name\": \"a\", \"resourceVersion\": \"1\"}, " + members + "}")
            .getBytes(UTF_8);
    return new ResourceReader(find(apiVersion, plural).selectableFields())
        .resource(json, 0, json.length)
        .fields()
        .value(field);
  }

  @Test
  void someResourcesHaveFewerVerbs() {
    assertThat(find("v1", "namespaces").allows(Verb.DELETECOLLECTION)).isFalse();
    assertThat(find("authentication.k8s.io/v1", "tokenreviews").verbs())
        .containsExactly(Verb.CREATE);
  }

  @Test
  void eventsOfBothGroupsShareStoredType() {
    assertThat(find("events.k8s.io/v1", "events").stored()).isEqualTo(find("v1", "events").type());
  }

  @Test
  void autoscalersOfBothVersionsShareStoredType() {
    assertThat(find("autoscaling/v1", "horizontalpodautoscalers").stored())
        .isEqualTo(find("autoscaling/v2", "horizontalpodautoscalers").type());
  }

  @Test
  void everyStoredTypeIsServed() {
    assertThat(ALL).extracting(ResourceDefinition::type).containsAll(storedTypes());
  }

  private static List<ResourceType> storedTypes() {
    return ALL.stream().map(ResourceDefinition::stored).toList();
  }

  @Test
  void everyListableResourceHasNameColumn() {
    assertThat(ALL)
        .filteredOn(each -> each.allows(Verb.LIST))
        .hasSize(61)
        .allSatisfy(
            each ->
                assertThat(each.columns().columns())
                    .filteredOn(column -> column.format().equals("name"))
                    .extracting(Column::name)
                    .contains("Name"));
  }

  private static ResourceDefinition find(String apiVersion, String plural) {
    return ALL.stream()
        .filter(each -> each.type().apiVersion().equals(apiVersion))
        .filter(each -> each.type().plural().equals(plural))
        .findFirst()
        .orElseThrow();
  }
}
