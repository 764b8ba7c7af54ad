package io.listwatch.testing.quarkus;

import io.listwatch.testing.TestServer;
import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.PropertiesConfigSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Starts one {@link TestServer} for the JVM and configures Quarkus' Kubernetes client with it, if
 * {@code listwatch.dev-services} is true and no API server is configured.
 *
 * <p>Quarkus reads its configuration several times, in class loaders of their own: after the first
 * time, a system property shows that there is a server. The server ends with the JVM.
 */
public final class ListwatchDevServices implements ConfigSourceFactory {
  static final String STARTED = "listwatch.dev-services.address";
  private static final String ENABLED = "listwatch.dev-services";
  private static final String CLIENT = "quarkus.kubernetes-client.";
  static final String ADDRESS = CLIENT + "api-server-url";
  static final String NAMESPACE = CLIENT + "namespace";

  /** Takes precedence over {@code application.properties}, but not over the environment. */
  private static final int ORDINAL = 275;

  /** All class loaders share this lock: equal constants are one object in a JVM. */
  private static final String LOCK = "io.listwatch.testing.quarkus.ListwatchDevServices.lock";

  /** Called by SmallRye Config, which loads this class as a service. */
  public ListwatchDevServices() {}

  @Override
  public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
    if (!"true".equals(value(context, ENABLED)) || !value(context, ADDRESS).isEmpty()) {
      return List.of();
    }
    Map<String, String> values =
        Map.of(
            ADDRESS,
            address(),
            NAMESPACE,
            "default",
            // Quarkus would start a container.
            CLIENT + "devservices.enabled",
            "false");
    return List.of(new PropertiesConfigSource(values, "Listwatch", ORDINAL));
  }

  private static String value(ConfigSourceContext context, String name) {
    ConfigValue found = context.getValue(name);
    return found == null || found.getValue() == null ? "" : found.getValue();
  }

  /** Threads of the server set system properties while it starts, so those are not locked here. */
  private static String address() {
    synchronized (LOCK) {
      String started = System.getProperty(STARTED, "");
      if (!started.isEmpty()) {
        return started;
      }
      String address = TestServer.start().address().toString();
      System.setProperty(STARTED, address);
      return address;
    }
  }

  @Override
  public OptionalInt getPriority() {
    return OptionalInt.of(ORDINAL);
  }
}
