package io.listwatch.cli;

import io.listwatch.server.StorageTime;
import io.listwatch.storage.Storage;
import io.listwatch.storage.etcd.EtcdStorage;
import io.listwatch.storage.etcd.EtcdStorageBuilder;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How to reach an etcd cluster. */
final class EtcdOptions {
  @Option(
      names = "--etcd-endpoints",
      split = ",",
      paramLabel = "URL",
      description = "Members of the cluster, separated by commas: https://10.0.0.1:2379,…")
  private List<URI> endpoints = List.of();

  @Option(
      names = "--etcd-prefix",
      paramLabel = "PREFIX",
      defaultValue = "/listwatch",
      description = "What all keys begin with (default: ${DEFAULT-VALUE}).")
  private String prefix = "/listwatch";

  @Option(
      names = "--etcd-ca",
      paramLabel = "FILE",
      description = "Who vouches for the cluster (PEM).")
  private @Nullable Path authority;

  @Option(
      names = "--etcd-cert",
      paramLabel = "FILE",
      description = "Our certificate (PEM), with --etcd-key.")
  private @Nullable Path certificate;

  @Option(names = "--etcd-key", paramLabel = "FILE", description = "Its key (PEM).")
  private @Nullable Path key;

  @Option(
      names = "--etcd-user",
      paramLabel = "NAME",
      description = "Who we are, with --etcd-password-file.")
  private @Nullable String user;

  @Option(
      names = "--etcd-password-file",
      paramLabel = "FILE",
      description = "A file with the password, which a command line would show to everybody.")
  private @Nullable Path passwordFile;

  Storage open(Timers timers) throws IOException {
    if (endpoints.isEmpty()) {
      throw new UsageFailure("etcd needs --etcd-endpoints, such as http://127.0.0.1:2379");
    }
    EtcdStorageBuilder builder = builder(timers);
    if (authority != null) {
      builder.trusting(authority);
    }
    if ((certificate == null) != (key == null)) {
      throw new UsageFailure("--etcd-cert and --etcd-key go together");
    }
    if (certificate != null && key != null) {
      builder.identity(certificate, key);
    }
    if ((user == null) != (passwordFile == null)) {
      throw new UsageFailure("--etcd-user and --etcd-password-file go together");
    }
    if (user != null && passwordFile != null) {
      builder.credentials(user, Files.readString(passwordFile).strip());
    }
    return builder.open();
  }

  private EtcdStorageBuilder builder(Timers timers) {
    try {
      return EtcdStorage.builder(endpoints, new StorageTime(timers)).prefix(prefix);
    } catch (IllegalArgumentException e) {
      throw new UsageFailure(String.valueOf(e.getMessage()));
    }
  }
}
