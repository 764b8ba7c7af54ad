package io.listwatch.cli;

import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.storage.etcd.EtcdStorage;
import io.listwatch.storage.etcd.EtcdStorageBuilder;
import io.listwatch.time.Timers;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the objects are kept, in the flags of kube-apiserver: in etcd, or in its stand-in. */
final class KubeApiserverEtcd {
  @Option(
      names = "--etcd-servers",
      paramLabel = "URL",
      split = ",",
      required = true,
      description =
          "A cluster that keeps the objects. If it is listwatch's stand-in for etcd, which holds"
              + " nothing, they are kept in memory.")
  private List<URI> servers = List.of();

  @Option(
      names = "--etcd-prefix",
      paramLabel = "PREFIX",
      defaultValue = "/listwatch",
      description =
          "What all keys begin with (default: ${DEFAULT-VALUE}, since they are not spelled as"
              + " kube-apiserver's in /registry).")
  private String prefix = "/listwatch";

  @Option(
      names = "--etcd-cafile",
      paramLabel = "FILE",
      description = "Who vouches for the cluster (PEM).")
  private @Nullable Path authority;

  @Option(
      names = "--etcd-certfile",
      paramLabel = "FILE",
      description = "Our certificate (PEM), with --etcd-keyfile.")
  private @Nullable Path certificate;

  @Option(names = "--etcd-keyfile", paramLabel = "FILE", description = "Its key (PEM).")
  private @Nullable Path key;

  /** Waits until the first of the cluster answers; it may have been started just before us. */
  boolean isStandIn(Timers timers) {
    for (URI each : servers) {
      if (!"http".equals(each.getScheme()) && !"https".equals(each.getScheme())) {
        throw new UsageFailure(
            "--etcd-servers: %s (expected: http://HOST:PORT or https://…)".formatted(each));
      }
    }
    URI first = servers.get(0);
    return first.getScheme().equals("http") && new EtcdVersion(first, timers).isStandIn();
  }

  Storage inMemory(Timers timers) {
    return MemoryStorage.open(new StorageTime(timers));
  }

  Storage open(Timers timers) {
    EtcdStorageBuilder builder =
        EtcdStorage.builder(servers, new StorageTime(timers)).prefix(prefix);
    if (authority != null) {
      builder.trusting(authority);
    }
    if ((certificate == null) != (key == null)) {
      throw new UsageFailure("--etcd-certfile and --etcd-keyfile go together");
    }
    if (certificate != null && key != null) {
      builder.identity(certificate, key);
    }
    return builder.open();
  }
}
