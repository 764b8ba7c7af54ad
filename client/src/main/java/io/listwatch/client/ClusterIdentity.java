package io.listwatch.client;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.tls.TlsMaterial;
import io.listwatch.client.warm.ClusterName;
import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.TooManyRequestsException;
import io.listwatch.model.UnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the cluster of a client: by the server's address, its CA certificates, and the uid of
 * the {@code kube-system} namespace, if the user may read that.
 *
 * <p>Thread-safe. The server is queried once.
 */
final class ClusterIdentity implements ClusterName {
  private final ClientConfig config;
  private final ResourceClient<Resource> namespaces;

  private volatile @Nullable String known;

  ClusterIdentity(ClientConfig config, ResourceClient<Resource> namespaces) {
    this.config = config;
    this.namespaces = namespaces;
  }

  @Override
  public String ask() throws InterruptedException {
    String name = known;
    if (name == null) {
      String trust = TlsMaterial.read(config.tls()).trust();
      name = "%s, trusting %s, %s".formatted(config.server(), trust, uid());
      known = name;
    }
    return name;
  }

  private String uid() throws InterruptedException {
    try {
      return namespaces.get("kube-system").flatMap(Resource::uid).orElse("without a uid");
    } catch (UnavailableException | TooManyRequestsException notNow) {
      throw notNow;
    } catch (ApiException refused) {
      return "with a uid that may not be seen";
    }
  }
}
