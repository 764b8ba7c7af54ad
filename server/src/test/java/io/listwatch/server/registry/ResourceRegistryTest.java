package io.listwatch.server.registry;

import static io.listwatch.server.registry.Definitions.custom;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.registry.builtin.BuiltInResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ResourceRegistryTest {
  private final ResourceRegistry registry = new ResourceRegistry(BuiltInResources.load());
  private final List<ResourceDefinition> ended = new ArrayList<>();
  private int changes;

  ResourceRegistryTest() {
    registry.addListener(
        each -> {
          changes++;
          ended.addAll(each);
        });
  }

  @Test
  void findsResourceByGroupVersionAndPlural() {
    assertThat(registry.find("apps", "v1", "deployments"))
        .map(each -> each.type().kind())
        .contains("Deployment");
    assertThat(registry.find("", "v1", "pods")).map(each -> each.type().kind()).contains("Pod");
  }

  @Test
  void findsNothingIfGroupVersionOrPluralDiffers() {
    assertThat(registry.find("apps", "v1", "pods")).isEmpty();
    assertThat(registry.find("apps", "v2", "deployments")).isEmpty();
    assertThat(registry.find("apps.example.com", "v1", "deployments")).isEmpty();
  }

  @Test
  void servesOnlyVersionsWithResources() {
    assertThat(registry.serves("apps", "v1")).isTrue();
    assertThat(registry.serves("apps", "v9")).isFalse();
    assertThat(registry.serves("example.com", "v1")).isFalse();
  }

  @Test
  void prefersTheLatestVersionOfAGroup() {
    ApiGroup autoscaling =
        registry.served().groups().stream()
            .filter(each -> each.name().equals("autoscaling"))
            .findFirst()
            .orElseThrow();

    assertThat(autoscaling.preferredVersion()).isEqualTo("v2");
    assertThat(autoscaling.versions()).containsExactly("v2", "v1");
  }

  @Test
  void customGroupsFollowBuiltInOnesInAlphabeticalOrder() {
    registry.define("widgets.z.example.com", List.of(custom("z.example.com/v1", "Widget")));
    registry.define("widgets.a.example.com", List.of(custom("a.example.com/v1", "Widget")));

    List<String> groups = registry.served().groups().stream().map(ApiGroup::name).toList();

    assertThat(groups).startsWith("", "apiregistration.k8s.io", "apps");
    assertThat(groups).endsWith("flowcontrol.apiserver.k8s.io", "a.example.com", "z.example.com");
  }

  @Test
  void customResourceIsServedUntilItsDefinitionIsRemoved() {
    registry.define("widgets.example.com", List.of(custom("example.com/v1", "Widget")));
    assertThat(registry.find("example.com", "v1", "widgets")).isPresent();

    registry.define("widgets.example.com", List.of());

    assertThat(registry.find("example.com", "v1", "widgets")).isEmpty();
    assertThat(registry.serves("example.com", "v1")).isFalse();
    assertThat(ended).extracting(each -> each.type().kind()).containsExactly("Widget");
  }

  @Test
  void snapshotIsNotAffectedByLaterChanges() {
    ServedResources before = registry.served();

    registry.define("widgets.example.com", List.of(custom("example.com/v1", "Widget")));

    assertThat(before.serves("example.com", "v1")).isFalse();
    assertThat(registry.served()).isNotSameAs(before);
  }

  @Test
  void repeatedDefinitionChangesNothing() {
    ResourceDefinition widget = custom("example.com/v1", "Widget");
    registry.define("widgets.example.com", List.of(widget));

    registry.define("widgets.example.com", List.of(widget));

    assertThat(changes).isEqualTo(1);
  }

  @Test
  void defineAllNotifiesListenersOnce() {
    registry.defineAll(
        Map.of(
            "widgets.example.com", List.of(custom("example.com/v1", "Widget")),
            "gadgets.example.com", List.of(custom("example.com/v1", "Gadget"))));

    assertThat(changes).isEqualTo(1);
    assertThat(registry.served().in("example.com", "v1"))
        .extracting(each -> each.type().kind())
        .containsExactly("Gadget", "Widget");
  }

  @Test
  void removedVersionIsReportedAsEnded() {
    ResourceDefinition old = custom("example.com/v1beta1", "Widget");
    ResourceDefinition current = custom("example.com/v1", "Widget");
    registry.define("widgets.example.com", List.of(old, current));

    registry.define("widgets.example.com", List.of(current));

    assertThat(ended).containsExactly(old);
  }

  @Test
  void changedVerbsDoNotEndResource() {
    ResourceDefinition widget = custom("example.com/v1", "Widget");
    registry.define("widgets.example.com", List.of(widget));

    registry.define("widgets.example.com", List.of(widget.withVerbs(List.of(Verb.GET))));

    assertThat(ended).isEmpty();
    assertThat(registry.find("example.com", "v1", "widgets"))
        .map(ResourceDefinition::verbs)
        .contains(List.of(Verb.GET));
  }

  @Test
  void builtInResourceCannotBeReplaced() {
    registry.define("deployments.apps", List.of(custom("apps/v1", "Deployment")));

    assertThat(registry.find("apps", "v1", "deployments"))
        .map(ResourceDefinition::custom)
        .contains(false);
  }
}
