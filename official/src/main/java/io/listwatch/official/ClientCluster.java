package io.listwatch.official;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.listwatch.client.warm.ClusterName;
import io.listwatch.model.UnavailableException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the cluster of an official client: by the server's address, and the uid of the {@code
 * kube-system} namespace, if the user may read that.
 *
 * <p>Thread-safe. The server is queried once.
 */
final class ClientCluster implements ClusterName {
  private static final Set<Integer> MAY_NOT_READ = Set.of(401, 403);
  private static final int NOT_FOUND = 404;

  private final ApiClient client;

  private volatile @Nullable String known;

  ClientCluster(ApiClient client) {
    this.client = client;
  }

  @Override
  public String ask() {
    String name = known;
    if (name == null) {
      name = client.getBasePath() + ", " + uid();
      known = name;
    }
    return name;
  }

  private String uid() {
    try {
      V1ObjectMeta metadata =
          new CoreV1Api(client).readNamespace("kube-system").execute().getMetadata();
      return metadata == null ? "without a uid" : String.valueOf(metadata.getUid());
    } catch (ApiException e) {
      if (MAY_NOT_READ.contains(e.getCode())) {
        return "with a uid that may not be seen";
      }
      if (e.getCode() == NOT_FOUND) {
        return "without a uid";
      }
      throw new UnavailableException("cannot read the namespace kube-system: " + e.getMessage(), e);
    }
  }
}
