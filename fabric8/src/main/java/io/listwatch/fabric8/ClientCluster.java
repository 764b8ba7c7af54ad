package io.listwatch.fabric8;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.listwatch.client.tls.PemSource;
import io.listwatch.client.tls.TlsMaterial;
import io.listwatch.client.tls.TlsSettings;
import io.listwatch.client.warm.ClusterName;
import io.listwatch.model.UnavailableException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the cluster of a fabric8 client: by the server's address, its CA certificates, and the
 * uid of the {@code kube-system} namespace, if the user may read that.
 *
 * <p>Thread-safe. The server is queried once.
 */
final class ClientCluster implements ClusterName {
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final KubernetesClient client;

  private volatile @Nullable String known;

  ClientCluster(KubernetesClient client) {
    this.client = client;
  }

  @Override
  public String ask() throws InterruptedException {
    String name = known;
    if (name == null) {
      String trust = TlsMaterial.read(tls(client.getConfiguration())).trust();
      name = "%s, trusting %s, %s".formatted(client.getMasterUrl(), trust, uid());
      known = name;
    }
    return name;
  }

  private static TlsSettings tls(Config config) {
    boolean insecure = config.isTrustCerts();
    return new TlsSettings(insecure ? null : authorities(config), null, null, insecure);
  }

  private static @Nullable PemSource authorities(Config config) {
    if (config.getCaCertData() != null) {
      return PemSource.of(config.getCaCertData().getBytes(UTF_8));
    }
    return config.getCaCertFile() == null ? null : PemSource.of(Path.of(config.getCaCertFile()));
  }

  private String uid() throws InterruptedException {
    try {
      Namespace found = client.namespaces().withName("kube-system").get();
      return found == null ? "without a uid" : found.getMetadata().getUid();
    } catch (KubernetesClientException e) {
      return withoutUid(e);
    }
  }

  private static String withoutUid(KubernetesClientException e) throws InterruptedException {
    // The client restores the flag of an interrupted thread.
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while reading the namespace kube-system");
    }
    if (e.getCode() == UNAUTHORIZED || e.getCode() == FORBIDDEN) {
      return "with a uid that may not be seen";
    }
    throw new UnavailableException("cannot read the namespace kube-system: " + e.getMessage(), e);
  }
}
