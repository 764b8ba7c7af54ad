package io.listwatch.testing;

import java.io.Reader;
import java.io.StringReader;

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

    /**
     * The official client has no close method: this cancels its calls, stops its threads and closes
     * its idle connections.
     */
    @Override
    void close(Object client) throws ReflectiveOperationException {
      Object http = client.getClass().getMethod("getHttpClient").invoke(client);
      Object dispatcher = http.getClass().getMethod("dispatcher").invoke(http);
      dispatcher.getClass().getMethod("cancelAll").invoke(dispatcher);
      Object threads = dispatcher.getClass().getMethod("executorService").invoke(dispatcher);
      ((java.util.concurrent.ExecutorService) threads).shutdown();
      Object connections = http.getClass().getMethod("connectionPool").invoke(http);
      connections.getClass().getMethod("evictAll").invoke(connections);
    }
  };

  abstract Object create(ClassLoader loader, String kubeconfig) throws ReflectiveOperationException;

  @SuppressWarnings("ThrowsException") // AutoCloseable.close declares it.
  void close(Object client) throws Exception {
    ((AutoCloseable) client).close();
  }

  private static Class<?> named(ClassLoader loader, String name) throws ClassNotFoundException {
    return Class.forName(name, true, loader);
  }
}
