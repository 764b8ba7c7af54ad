package io.listwatch.testing.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigValue;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * The server for Quarkus, without Quarkus; testing/src/it/quarkus-3-operator has it with Quarkus.
 */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
final class ListwatchDevServicesTest {
  private static final String ADDRESS = "quarkus.kubernetes-client.api-server-url";

  private final ListwatchDevServices services = new ListwatchDevServices();

  @Test
  void startsOneServerHoweverOftenTheConfigurationIsRead() throws Exception {
    try {
      ConfigSource first = only(Map.of("listwatch.dev-services", "true"));
      ConfigSource second = only(Map.of("listwatch.dev-services", "true"));

      assertThat(second.getProperties()).isEqualTo(first.getProperties());
      assertThat(first.getValue("quarkus.kubernetes-client.devservices.enabled"))
          .isEqualTo("false");
      try (InputStream ready =
          URI.create(first.getValue(ADDRESS) + "/readyz").toURL().openStream()) {
        assertThat(ready).hasContent("ok");
      }
    } finally {
      System.clearProperty(ListwatchDevServices.STARTED);
    }
  }

  /**
   * The start once held the lock of the system properties and waited for a thread of the server,
   * which waited for that lock to set a property.
   */
  @Test
  void startsWithoutLockingTheSystemProperties() throws Exception {
    try {
      var start = new Thread(() -> only(Map.of("listwatch.dev-services", "true")), "start");
      start.start();

      while (start.isAlive()) {
        assertThat(lockers(start)).doesNotContain(ListwatchDevServices.class.getName());
      }
      assertThat(System.getProperty(ListwatchDevServices.STARTED)).isNotEmpty();
    } finally {
      System.clearProperty(ListwatchDevServices.STARTED);
    }
  }

  /** Returns the classes whose methods have locked the system properties in a thread. */
  private static List<String> lockers(Thread thread) {
    long[] ids = {thread.getId()};
    return Stream.of(ManagementFactory.getThreadMXBean().getThreadInfo(ids, true, false))
        .filter(Objects::nonNull)
        .flatMap(info -> Stream.of(info.getLockedMonitors()))
        .filter(monitor -> monitor.getClassName().equals(Properties.class.getName()))
        .map(monitor -> monitor.getLockedStackFrame().getClassName())
        .toList();
  }

  @Test
  void startsNoServerIfDisabledOrAnotherIsConfigured() {
    assertThat(sources(Map.of())).isEmpty();
    assertThat(sources(Map.of("listwatch.dev-services", "false"))).isEmpty();
    assertThat(sources(Map.of("listwatch.dev-services", "true", ADDRESS, "https://cluster")))
        .isEmpty();
  }

  @Test
  void isRegisteredAsAService() {
    assertThat(ServiceLoader.load(io.smallrye.config.ConfigSourceFactory.class))
        .hasAtLeastOneElementOfType(ListwatchDevServices.class);
  }

  private ConfigSource only(Map<String, String> values) {
    return sources(values).iterator().next();
  }

  private Iterable<ConfigSource> sources(Map<String, String> values) {
    return services.getConfigSources(
        new ConfigSourceContext() {
          @Override
          public @Nullable ConfigValue getValue(String name) {
            return values.containsKey(name)
                ? ConfigValue.builder().withName(name).withValue(values.get(name)).build()
                : null;
          }

          @Override
          public List<String> getProfiles() {
            return List.of("test");
          }

          @Override
          public List<ConfigSource> getConfigSources() {
            return List.of();
          }

          @Override
          public Iterator<String> iterateNames() {
            return values.keySet().iterator();
          }
        });
  }
}
