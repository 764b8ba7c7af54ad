package io.listwatch.spring.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Starts a server for a context, and closes it after the context's other beans. Contexts with equal
 * manifests are shared by Spring's cache.
 */
record ListwatchCustomizer(List<String> manifests) implements ContextCustomizer {
  private static final String NAME = "listwatchTestServer";

  @Override
  public void customizeContext(
      ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
    var server = ReflectedServer.start(configuration.getTestClass().getClassLoader());
    try {
      manifests.forEach(each -> server.apply(read(each)));
    } catch (RuntimeException failure) {
      server.destroy();
      throw failure;
    }
    context
        .getEnvironment()
        .getPropertySources()
        .addFirst(
            new MapPropertySource(
                NAME,
                Map.of(
                    "listwatch.url", server.address(), "listwatch.namespace", server.namespace())));
    var beans = (DefaultListableBeanFactory) context.getBeanFactory();
    beans.registerSingleton(NAME, server.bean());
    beans.registerDisposableBean(NAME, server);
  }

  private static String read(String name) {
    try {
      return new ClassPathResource(name).getContentAsString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("manifests: " + name, e);
    }
  }
}
