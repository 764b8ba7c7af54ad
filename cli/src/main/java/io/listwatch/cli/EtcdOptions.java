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

/** The options for connecting to etcd. */
final class EtcdOptions {
  @Option(
      names = "--etcd-endpoints",
      split = ",",
      paramLabel = "URL",
      description = "URLs of etcd, separated by commas: https://10.0.0.1:2379,…")
  private List<URI> endpoints = List.of();

  @Option(
      names = "--etcd-prefix",
      paramLabel = "PREFIX",
      defaultValue = "/listwatch",
      description = "Prefix of all keys (default: ${DEFAULT-VALUE}).")
  private String prefix = "/listwatch";

  @Option(names = "--etcd-ca", paramLabel = "FILE", description = "CA of the etcd servers (PEM).")
  private @Nullable Path authority;

  @Option(
      names = "--etcd-cert",
      paramLabel = "FILE",
      description = "Client certificate for etcd (PEM). Needs --etcd-key.")
  private @Nullable Path certificate;

  @Option(
      names = "--etcd-key",
      paramLabel = "FILE",
      description = "Key of the client certificate (PEM).")
  private @Nullable Path key;

  @Option(
      names = "--etcd-user",
      paramLabel = "NAME",
      description = "User name for etcd. Needs --etcd-password-file.")
  private @Nullable String user;

  @Option(
      names = "--etcd-password-file",
      paramLabel = "FILE",
      description = "File with the password, which a command line would reveal to other users.")
  private @Nullable Path passwordFile;

  Storage open(Timers timers) throws IOException {
    if (endpoints.isEmpty()) {
      throw new UsageFailure(
          "--etcd-endpoints is missing (expected: URLs such as http://127.0.0.1:2379)");
    }
    EtcdStorageBuilder builder = builder(timers);
    if (authority != null) {
      builder.trusting(authority);
    }
    if ((certificate == null) != (key == null)) {
      throw new UsageFailure("--etcd-cert and --etcd-key need each other");
    }
    if (certificate != null && key != null) {
      builder.identity(certificate, key);
    }
    if ((user == null) != (passwordFile == null)) {
      throw new UsageFailure("--etcd-user and --etcd-password-file need each other");
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
