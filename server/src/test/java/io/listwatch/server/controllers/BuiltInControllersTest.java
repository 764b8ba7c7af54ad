package io.listwatch.server.controllers;

import static io.listwatch.server.controllers.BuiltInController.NAMESPACE_DEFAULTS;
import static io.listwatch.server.controllers.BuiltInController.OWNER_COLLECTION;
import static io.listwatch.server.controllers.ServerFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.controller.LeaderPolicy;
import io.listwatch.metrics.Metrics;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.token.TokenIssuer;
import io.listwatch.server.auth.token.TokenKeySource;
import io.listwatch.server.auth.token.TokenKeys;
import io.listwatch.server.auth.token.TokenSettings;
import io.listwatch.server.registry.openapi.CustomSchemas;
import io.listwatch.server.resource.Workers;
import io.listwatch.time.Timers;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class BuiltInControllersTest {
  /** Long enough that a slow leader does not lose its lease: the next one gets it on release. */
  private static final LeaderPolicy LASTING =
      new LeaderPolicy(Duration.ofMinutes(2), Duration.ofMinutes(1), Duration.ofMillis(100), true);

  @Test
  void disabledControllersDoNothing() {
    var settings = ControllerSettings.ALL.without(NAMESPACE_DEFAULTS).without(OWNER_COLLECTION);
    try (var fixture = new ServerFixture(settings)) {
      fixture.create("namespaces", null, "{\"metadata\":{\"name\":\"a\"}}");
      fixture.create("namespaces", null, "{\"metadata\":{\"name\":\"b\"}}");
      fixture.create(
          "configmaps",
          "a",
          """
          {"metadata":{"name":"child","ownerReferences":[
            {"apiVersion":"v1","kind":"ConfigMap","name":"nobody","uid":"1"}]}}\
          """);

      fixture.delete("namespaces", null, "b");

      soon().until(() -> !fixture.exists("namespaces", null, "b"));
      assertThat(fixture.exists("serviceaccounts", "a", "default")).isFalse();
      assertThat(fixture.exists("configmaps", "a", "child")).isTrue();
    }
  }

  @Test
  void findsEveryControllerByName() {
    for (BuiltInController each : BuiltInController.values()) {
      assertThat(BuiltInController.named(each.toString())).contains(each);
    }
    assertThat(BuiltInController.named("no-such")).isEmpty();
  }

  @Test
  void onlyTheLeaderActsAndAnotherTakesOver() {
    try (var fixture = new ServerFixture(ControllerSettings.NONE);
        var second = elected(fixture)) {
      String leader;
      try (var first = elected(fixture)) {
        first.start();
        soon().until(() -> !holder(fixture).isEmpty());
        leader = holder(fixture);
        second.start();
        makeAndDelete(fixture, "a");
        assertThat(holder(fixture)).isEqualTo(leader);
      }

      makeAndDelete(fixture, "b");
      assertThat(holder(fixture)).isNotEmpty().isNotEqualTo(leader);
    }
  }

  private static void makeAndDelete(ServerFixture fixture, String namespace) {
    fixture.create("namespaces", null, "{\"metadata\":{\"name\":\"%s\"}}".formatted(namespace));
    fixture.delete("namespaces", null, namespace);
    soon().until(() -> !fixture.exists("namespaces", null, namespace));
  }

  @Test
  void publishesServerAsKubernetesService() {
    try (var fixture = new ServerFixture(ControllerSettings.NONE);
        var controllers = controllers(fixture, ControllerSettings.ALL)) {
      controllers.start();

      soon()
          .until(() -> fixture.exists("endpointslices.discovery.k8s.io", "default", "kubernetes"));
      assertThat(
              fixture
                  .get("services", "default", "kubernetes")
                  .at("/spec/ports/0/targetPort")
                  .asInt())
          .isEqualTo(6443);
      assertThat(
              fixture
                  .get("endpoints", "default", "kubernetes")
                  .at("/subsets/0/addresses/0/ip")
                  .asText())
          .isEqualTo("127.0.0.1");
    }
  }

  private static BuiltInControllers elected(ServerFixture fixture) {
    return controllers(fixture, ControllerSettings.ALL.withElection());
  }

  private static BuiltInControllers controllers(
      ServerFixture fixture, ControllerSettings settings) {
    return new BuiltInControllers(
        new ControllerParts(
            fixture.storage,
            fixture.server.registry(),
            fixture.server.verbs(),
            CustomSchemas.NONE,
            settings,
            new TokenIssuer(TokenSettings.DEFAULT, new NoKeys(), new Workers(Runnable::run)),
            Authorizer.allowAll(),
            null,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 6443),
            Timers.system(),
            Metrics.none()),
        LASTING);
  }

  private static String holder(ServerFixture fixture) {
    return fixture
        .find("leases.coordination.k8s.io", "kube-system", BuiltInControllers.LEASE.name())
        .map(each -> each.at("/spec/holderIdentity").asText())
        .orElse("");
  }

  /** For controllers that sign nothing. */
  private static final class NoKeys implements TokenKeySource {
    @Override
    public CompletionStage<TokenKeys> signing() {
      throw new AssertionError("no token is asked for");
    }

    @Override
    public CompletionStage<TokenKeys> verifying(String id) {
      throw new AssertionError("no token is verified");
    }
  }
}
