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

/** The storage flags of kube-apiserver: an etcd cluster, or the stand-in. */
final class KubeApiserverEtcd {
  @Option(
      names = "--etcd-servers",
      paramLabel = "URL",
      split = ",",
      required = true,
      description =
          "URLs of etcd, separated by commas. With listwatch's stand-in for etcd, objects are kept"
              + " in memory.")
  private List<URI> servers = List.of();

  @Option(
      names = "--etcd-prefix",
      paramLabel = "PREFIX",
      defaultValue = "/listwatch",
      description =
          "Prefix of all keys (default: ${DEFAULT-VALUE}, because the keys and values differ from"
              + " kube-apiserver's in /registry).")
  private String prefix = "/listwatch";

  @Option(
      names = "--etcd-cafile",
      paramLabel = "FILE",
      description = "CA of the etcd servers (PEM).")
  private @Nullable Path authority;

  @Option(
      names = "--etcd-certfile",
      paramLabel = "FILE",
      description = "Client certificate for etcd (PEM). Needs --etcd-keyfile.")
  private @Nullable Path certificate;

  @Option(
      names = "--etcd-keyfile",
      paramLabel = "FILE",
      description = "Key of the client certificate (PEM).")
  private @Nullable Path key;

  /**
   * True if the first server is the stand-in. Waits until it responds, because it may just have
   * been started.
   */
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
      throw new UsageFailure("--etcd-certfile and --etcd-keyfile need each other");
    }
    if (certificate != null && key != null) {
      builder.identity(certificate, key);
    }
    return builder.open();
  }
}
