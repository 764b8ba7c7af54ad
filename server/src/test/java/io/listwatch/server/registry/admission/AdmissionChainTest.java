package io.listwatch.server.registry.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.builtin.BuiltInResources;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class AdmissionChainTest {
  private final List<String> calls = new ArrayList<>();

  @Test
  void runsPluginsInOrderOfKubeApiserver() {
    AdmissionChain chain =
        AdmissionChain.of(AdmissionSettings.DEFAULT)
            .last(new Recorded("last", "pods"))
            .plugin("ResourceQuota", new Recorded("ResourceQuota", "pods"))
            .plugin("LimitRanger", new Recorded("LimitRanger", "pods"))
            .plugin("MutatingAdmissionWebhook", new Recorded("MutatingAdmissionWebhook", "pods"))
            .build();

    chain.mutate(request("pods")).toCompletableFuture().join();

    assertThat(calls)
        .containsExactly("LimitRanger", "MutatingAdmissionWebhook", "ResourceQuota", "last");
  }

  @Test
  void asksPluginOncePerResourceWhetherItIsInterested() {
    var asked = new ArrayList<String>();
    Admission plugin =
        new Admission() {
          @Override
          public boolean isInterestedIn(ResourceDefinition definition) {
            asked.add(definition.type().plural());
            return false;
          }

          @Override
          public CompletionStage<Boolean> mutate(AdmissionRequest request) {
            throw new AssertionError("called for " + request.definition().type());
          }
        };
    AdmissionChain chain =
        AdmissionChain.of(AdmissionSettings.DEFAULT).plugin("PodSecurity", plugin).build();

    chain.mutate(request("pods")).toCompletableFuture().join();
    chain.validate(request("pods")).toCompletableFuture().join();
    chain.mutate(request("configmaps")).toCompletableFuture().join();

    assertThat(asked).containsExactly("pods", "configmaps");
  }

  @Test
  void waitsForSlowPluginBeforeNextOne() {
    var slow = new CompletableFuture<Boolean>();
    Admission waiting =
        new Admission() {
          @Override
          public CompletionStage<Boolean> mutate(AdmissionRequest request) {
            return slow;
          }
        };
    AdmissionChain chain =
        AdmissionChain.of(AdmissionSettings.DEFAULT)
            .plugin("LimitRanger", waiting)
            .plugin("ResourceQuota", new Recorded("ResourceQuota", "pods"))
            .build();

    CompletableFuture<Boolean> changed = chain.mutate(request("pods")).toCompletableFuture();
    assertThat(calls).isEmpty();
    slow.complete(true);

    assertThat(changed.join()).isTrue();
    assertThat(calls).containsExactly("ResourceQuota");
  }

  @Test
  void firstRejectionEndsTheChain() {
    Admission rejecting =
        new Admission() {
          @Override
          public CompletionStage<Void> validate(AdmissionRequest request) {
            return CompletableFuture.failedFuture(ApiErrors.badRequest("no"));
          }
        };
    AdmissionChain chain =
        AdmissionChain.of(AdmissionSettings.DEFAULT)
            .plugin("LimitRanger", rejecting)
            .plugin("ResourceQuota", new Recorded("ResourceQuota", "pods"))
            .build();

    assertThatThrownBy(() -> chain.validate(request("pods")).toCompletableFuture().join())
        .hasMessageContaining("no");
    assertThat(calls).isEmpty();
  }

  @Test
  void leavesOutDisabledPlugins() {
    AdmissionSettings settings =
        AdmissionSettings.DEFAULT.withPlugins(List.of("AlwaysPullImages"), List.of("LimitRanger"));
    AdmissionChain chain =
        AdmissionChain.of(settings)
            .plugin("LimitRanger", new Recorded("LimitRanger", "pods"))
            .plugin("AlwaysPullImages", new Recorded("AlwaysPullImages", "pods"))
            .plugin("DenyServiceExternalIPs", new Recorded("DenyServiceExternalIPs", "pods"))
            .build();

    chain.mutate(request("pods")).toCompletableFuture().join();

    assertThat(calls).containsExactly("AlwaysPullImages");
  }

  private static AdmissionRequest request(String plural) {
    ResourceDefinition definition =
        BuiltInResources.load().stream()
            .filter(each -> each.type().toString().equals(plural))
            .findFirst()
            .orElseThrow();
    return new AdmissionRequest(
        AdmissionRequest.Operation.CREATE,
        definition,
        ResourceKey.of("default", "a"),
        "",
        new JsonObject(),
        null,
        UserInfo.ANONYMOUS,
        false,
        warning -> {});
  }

  private final class Recorded implements Admission {
    private final String name;
    private final String resource;

    Recorded(String name, String resource) {
      this.name = name;
      this.resource = resource;
    }

    @Override
    public boolean isInterestedIn(ResourceDefinition definition) {
      return definition.type().toString().equals(resource);
    }

    @Override
    public CompletionStage<Boolean> mutate(AdmissionRequest request) {
      calls.add(name);
      return CompletableFuture.completedFuture(false);
    }

    @Override
    public CompletionStage<Void> validate(AdmissionRequest request) {
      calls.add(name);
      return CompletableFuture.completedFuture(null);
    }
  }
}
