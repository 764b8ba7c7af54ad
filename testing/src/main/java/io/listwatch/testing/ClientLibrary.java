package io.listwatch.testing;

import java.io.Reader;
import java.io.StringReader;
import java.util.concurrent.ExecutorService;

/**
 * Creates and closes clients of one library, by reflection: this class must load without the
 * library.
 */
enum ClientLibrary {
  LISTWATCH {
    @Override
    Object create(ClassLoader loader, String kubeconfig) throws ReflectiveOperationException {
      Object parsed =
          named(loader, "io.listwatch.client.config.Kubeconfig")
              .getMethod("parse", String.class)
              .invoke(null, kubeconfig);
      Object config = parsed.getClass().getMethod("config").invoke(parsed);
      return named(loader, "io.listwatch.client.ApiClient")
          .getMethod("of", named(loader, "io.listwatch.client.config.ClientConfig"))
          .invoke(null, config);
    }

    @Override
    boolean closed(Object client) throws ReflectiveOperationException {
      return (boolean) client.getClass().getMethod("closed").invoke(client);
    }
  },

  FABRIC8 {
    @Override
    Object create(ClassLoader loader, String kubeconfig) throws ReflectiveOperationException {
      Class<?> configs = named(loader, "io.fabric8.kubernetes.client.Config");
      Object config = configs.getMethod("fromKubeconfig", String.class).invoke(null, kubeconfig);
      Class<?> builders = named(loader, "io.fabric8.kubernetes.client.KubernetesClientBuilder");
      Object builder = builders.getConstructor().newInstance();
      builders.getMethod("withConfig", configs).invoke(builder, config);
      return builders.getMethod("build").invoke(builder);
    }

    @Override
    boolean closed(Object client) throws ReflectiveOperationException {
      ClassLoader loader = client.getClass().getClassLoader();
      Object http =
          named(loader, "io.fabric8.kubernetes.client.Client")
              .getMethod("getHttpClient")
              .invoke(client);
      return (boolean)
          named(loader, "io.fabric8.kubernetes.client.http.HttpClient")
              .getMethod("isClosed")
              .invoke(http);
    }
  },

  OFFICIAL {
    @Override
    Object create(ClassLoader loader, String kubeconfig) throws ReflectiveOperationException {
      Object client =
          named(loader, "io.kubernetes.client.util.Config")
              .getMethod("fromConfig", Reader.class)
              .invoke(null, new StringReader(kubeconfig));
      // The client's informers require an unlimited read timeout: a watch may be silent for a long
      // time.
      client.getClass().getMethod("setReadTimeout", int.class).invoke(client, 0);
      return client;
    }

    @Override
    boolean closed(Object client) throws ReflectiveOperationException {
      return threads(client).isShutdown();
    }

    /**
     * The official client has no close method: this cancels its calls, stops its threads and closes
     * its idle connections.
     */
    @Override
    void close(Object client) throws ReflectiveOperationException {
      Object dispatcher = dispatcher(client);
      dispatcher.getClass().getMethod("cancelAll").invoke(dispatcher);
      threads(client).shutdown();
      Object http = client.getClass().getMethod("getHttpClient").invoke(client);
      Object connections = http.getClass().getMethod("connectionPool").invoke(http);
      connections.getClass().getMethod("evictAll").invoke(connections);
    }

    private ExecutorService threads(Object client) throws ReflectiveOperationException {
      Object dispatcher = dispatcher(client);
      return (ExecutorService)
          dispatcher.getClass().getMethod("executorService").invoke(dispatcher);
    }

    private Object dispatcher(Object client) throws ReflectiveOperationException {
      Object http = client.getClass().getMethod("getHttpClient").invoke(client);
      return http.getClass().getMethod("dispatcher").invoke(http);
    }
  };

  abstract Object create(ClassLoader loader, String kubeconfig) throws ReflectiveOperationException;

  /** True if the user has closed the client. */
  abstract boolean closed(Object client) throws ReflectiveOperationException;

  @SuppressWarnings("ThrowsException") // AutoCloseable.close declares it.
  void close(Object client) throws Exception {
    ((AutoCloseable) client).close();
  }

  private static Class<?> named(ClassLoader loader, String name) throws ClassNotFoundException {
    return Class.forName(name, true, loader);
  }
}
