package io.listwatch.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.event.EventRecorder;
import io.listwatch.controller.Controller;
import io.listwatch.controller.ControllerBuilder;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.AwaitTimeoutException;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.View;
import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of an application, and when they start and stop. */
@Timeout(120)
final class ListwatchAutoConfigurationTest {
  private static final ResourceType MAPS = ResourceType.namespaced("v1", "ConfigMap", "configmaps");
  private static final Cluster cluster = new Cluster();

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(ListwatchAutoConfiguration.class))
          .withPropertyValues(cluster.property(), "spring.application.name=gardener");

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void informersHaveSyncedAndControllersRunWhenTheContextHasStarted() {
    application
        .withUserConfiguration(Gardener.class)
        .run(
            context -> {
              Informer<?> maps = context.getBean(Informer.class);
              Queue<?> seen = context.getBean(Reconciled.class).keys;

              assertThat(maps.hasSynced()).isTrue();
              create(context.getBean(ApiClient.class), "started");
              soon().until(() -> seen.contains(key("started")));
            });
  }

  @Test
  void contextCloseEndsClientInformersAndControllers() {
    // The threads of the server, which runs in the same JVM.
    Set<Thread> before = threads();
    application
        .withUserConfiguration(Gardener.class)
        .run(context -> assertThat(threads()).hasSizeGreaterThan(before.size()));

    soon().untilAsserted(() -> assertThat(before).containsAll(threads()));
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(
            each -> each.getName().matches("listwatch-(controller|informer|reflector|events)-.*"))
        .collect(Collectors.toSet());
  }

  @Test
  void startFailsWithTheNameOfAKindThatIsNotServed() {
    application
        .withUserConfiguration(Unserved.class)
        .withPropertyValues("listwatch.sync-timeout=1s")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasRootCauseInstanceOf(AwaitTimeoutException.class)
                    .rootCause()
                    .hasMessageContaining("unserved.example.com: not synced within PT1S")
                    .hasMessageContaining("404"));
  }

  @Test
  void healthNamesTheProblemOfAnInformer() {
    application
        .withUserConfiguration(Unserved.class)
        .withPropertyValues("listwatch.sync-timeout=0")
        .run(
            context -> {
              var boot3 =
                  context.getBean(org.springframework.boot.actuate.health.HealthIndicator.class);
              var boot4 =
                  context.getBean(
                      org.springframework.boot.health.contributor.HealthIndicator.class);

              soon().until(() -> boot3.health().toString().contains("404"));
              assertThat(boot3.health().getStatus().getCode()).isEqualTo("DOWN");
              assertThat(Objects.requireNonNull(boot4.health()).getStatus().getCode())
                  .isEqualTo("DOWN");
              assertThat(Objects.requireNonNull(boot4.health()).getDetails())
                  .containsKey("unserved.example.com");
            });
  }

  @Test
  void healthIsUpOnceInformersHaveSynced() {
    application
        .withUserConfiguration(Gardener.class)
        .run(
            context ->
                assertThat(
                        context
                            .getBean(org.springframework.boot.actuate.health.HealthIndicator.class)
                            .health()
                            .getStatus()
                            .getCode())
                    .isEqualTo("UP"));
  }

  @Test
  void metricsGoToTheRegistryOfTheApplication() {
    application
        .withUserConfiguration(Gardener.class)
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(
            context -> {
              create(context.getBean(ApiClient.class), "measured");

              MeterRegistry registry = context.getBean(MeterRegistry.class);
              soon()
                  .untilAsserted(
                      () ->
                          assertThat(registry.getMeters())
                              .extracting(meter -> meter.getId().getName())
                              .contains("controller_reconcile_successes_total"));
            });
  }

  @Test
  void onlyTheLeaderReconcilesAndTheNextOneTakesOver() {
    ApplicationContextRunner electing =
        application
            .withUserConfiguration(Gardener.class)
            .withPropertyValues(
                "listwatch.leader-election.enabled=true",
                "listwatch.leader-election.lease-duration=3s",
                "listwatch.leader-election.renew-deadline=2s",
                "listwatch.leader-election.retry-period=100ms");
    electing.run(
        second ->
            electing.run(
                first -> {
                  Queue<ResourceKey> ones = first.getBean(Reconciled.class).keys;
                  Queue<ResourceKey> others = second.getBean(Reconciled.class).keys;
                  create(first.getBean(ApiClient.class), "elected");
                  soon()
                      .until(
                          () -> ones.contains(key("elected")) || others.contains(key("elected")));
                  boolean firstLeads = ones.contains(key("elected"));

                  assertThat(firstLeads ? others : ones).isEmpty();
                  var leader = (firstLeads ? first : second).getBean(ControllerLifecycle.class);
                  assertThat(leader.leads()).hasValue(true);
                  leader.stop();

                  Queue<ResourceKey> next = firstLeads ? others : ones;
                  soon().until(() -> next.contains(key("elected")));
                  leader.start();
                }));
  }

  @Test
  void applicationBeansReplaceDefaultsAndCustomizersApply() {
    application
        .withBean(Metrics.class, Metrics::none)
        .withBean(ClientConfigCustomizer.class, () -> config -> config.userAgent("tested"))
        .withBean(InformerFactoryCustomizer.class, () -> factory -> factory.inNamespace("only"))
        .withPropertyValues("listwatch.namespace=mine")
        .run(
            context -> {
              assertThat(context.getBean(Metrics.class)).isSameAs(Metrics.none());
              ClientConfig config = context.getBean(ClientConfig.class);
              assertThat(config.userAgent()).isEqualTo("tested");
              assertThat(config.namespace()).isEqualTo("mine");
              InformerFactory factory = context.getBean(InformerFactory.class);
              factory.informer(MAPS);
              assertThat(factory.health().keySet().toString()).contains("only");
              assertThat(context).hasSingleBean(EventRecorder.class);
            });
  }

  private static void create(ApiClient client, String name) throws InterruptedException {
    client
        .resources(MAPS)
        .as("test")
        .apply(Resource.parse("{\"metadata\":{\"name\":\"%s\"}}".formatted(name)));
    client.resources(MAPS).patch(name, Patch.merge("{\"data\":{\"a\":\"b\"}}"));
  }

  private static ResourceKey key(String name) {
    return ResourceKey.of("default", name);
  }

  private static ConditionFactory soon() {
    return await().atMost(Duration.ofSeconds(60));
  }

  /** The keys that a controller has reconciled. */
  record Reconciled(Queue<ResourceKey> keys) {}

  @Configuration(proxyBeanMethods = false)
  static class Gardener {
    @Bean
    Reconciled reconciled() {
      return new Reconciled(new ConcurrentLinkedQueue<>());
    }

    @Bean
    Informer<Resource> maps(InformerFactory informers) {
      return informers.informer(MAPS);
    }

    @Bean
    ControllerBuilder<ResourceKey> gardenController(
        Informer<Resource> maps, Reconciled reconciled) {
      return Controller.builder(
              "gardener",
              key -> {
                reconciled.keys.add(key);
                return Reconciliation.done();
              })
          .watching(maps, View::key);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Unserved {
    @Bean
    Informer<Resource> unserved(InformerFactory informers) {
      return informers.informer(ResourceType.namespaced("example.com/v1", "Unserved", "unserved"));
    }
  }
}
