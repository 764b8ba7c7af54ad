package io.listwatch.spring;

import io.listwatch.client.ApiClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.event.EventRecorder;
import io.listwatch.controller.ControllerBuilder;
import io.listwatch.informer.InformerFactory;
import io.listwatch.metrics.Metrics;
import io.listwatch.micrometer.MicrometerMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Provides an {@link ApiClient}, an {@link InformerFactory}, an {@link EventRecorder} and the
 * application's {@link Metrics}, each unless the application has its own, and health for the
 * actuator.
 *
 * <p>The application adds beans of type {@code Informer}, made by the factory, and of type {@link
 * ControllerBuilder}. Once the context is refreshed, the informers start and sync. Then each
 * builder builds a controller, which is started. With leader election, the controllers run only
 * while this replica leads.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@EnableConfigurationProperties(ListwatchProperties.class)
public class ListwatchAutoConfiguration {
  /** Called by Spring. */
  public ListwatchAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  Metrics listwatchMetrics(ObjectProvider<MeterRegistry> registries) {
    MeterRegistry registry = registries.getIfAvailable();
    return registry == null ? Metrics.none() : new MicrometerMetrics(registry);
  }

  @Bean
  @ConditionalOnMissingBean
  ClientConfig listwatchClientConfig(
      ListwatchProperties properties,
      Metrics metrics,
      ObjectProvider<ClientConfigCustomizer> customizers) {
    return ClientConfigs.of(properties)
        .with(
            config -> {
              config.metrics(metrics);
              customizers.orderedStream().forEach(each -> each.customize(config));
            });
  }

  @Bean
  @ConditionalOnMissingBean
  ApiClient listwatchApiClient(ClientConfig config) {
    return ApiClient.of(config);
  }

  @Bean
  @ConditionalOnMissingBean
  InformerFactory listwatchInformerFactory(
      ApiClient client,
      ListwatchProperties properties,
      ObjectProvider<InformerFactoryCustomizer> customizers) {
    Path directory = properties.storeDirectory();
    Consumer<InformerFactory.Builder> options =
        factory -> customizers.orderedStream().forEach(each -> each.customize(factory));
    return directory == null ? client.informers(options) : client.informers(directory, options);
  }

  @Bean
  @ConditionalOnMissingBean
  EventRecorder listwatchEventRecorder(ApiClient client, Environment environment) {
    return EventRecorder.of(client, name(environment));
  }

  private static String name(Environment environment) {
    return environment.getProperty("spring.application.name", "application");
  }

  @Bean
  ControllerLifecycle listwatchControllerLifecycle(
      ApiClient client,
      InformerFactory informers,
      Metrics metrics,
      ListwatchProperties properties,
      Environment environment,
      ObjectProvider<ControllerBuilder<?>> controllers) {
    return new ControllerLifecycle(
        client, informers, metrics, properties, name(environment), controllers::stream);
  }

  @Bean
  InformerReport listwatchInformerReport(InformerFactory informers, ControllerLifecycle lifecycle) {
    return new InformerReport(informers, lifecycle);
  }

  /** The health indicator for Spring Boot 3. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
  @ConditionalOnProperty(name = "management.health.listwatch.enabled", matchIfMissing = true)
  static class HealthOfBoot3 {
    @Bean
    @ConditionalOnMissingBean(name = "listwatchHealthIndicator")
    org.springframework.boot.actuate.health.HealthIndicator listwatchHealthIndicator(
        InformerReport report) {
      return () ->
          (report.healthy()
                  ? org.springframework.boot.actuate.health.Health.up()
                  : org.springframework.boot.actuate.health.Health.down())
              .withDetails(report.details())
              .build();
    }
  }

  /** The health indicator for Spring Boot 4. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
  @ConditionalOnProperty(name = "management.health.listwatch.enabled", matchIfMissing = true)
  static class HealthOfBoot4 {
    @Bean
    @ConditionalOnMissingBean(name = "listwatchHealthContributor")
    org.springframework.boot.health.contributor.HealthIndicator listwatchHealthContributor(
        InformerReport report) {
      return () ->
          (report.healthy()
                  ? org.springframework.boot.health.contributor.Health.up()
                  : org.springframework.boot.health.contributor.Health.down())
              .withDetails(report.details())
              .build();
    }
  }
}
