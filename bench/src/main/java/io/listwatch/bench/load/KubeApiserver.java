package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.listwatch.bench.LocalEtcd;
import io.listwatch.bench.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;

/**
 * A kube-apiserver that the user provides, with its own etcd. It runs with its defaults and the
 * flags that it cannot start without.
 */
public final class KubeApiserver implements AutoCloseable {
  private static final long LOOK_NANOS = 100_000_000;
  private static final int LOOKS = 600;
  private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII));

  private final LocalEtcd etcd;
  private final ServerProcess server;

  /** Starts etcd and kube-apiserver, and waits until the server is ready. */
  public static KubeApiserver start(String program, Scratch scratch) throws IOException {
    try (var load = new Load()) {
      return new KubeApiserver(program, scratch, load);
    }
  }

  /** Starts etcd and kube-apiserver, and waits until the server is ready. */
  KubeApiserver(String program, Scratch scratch, Load load) throws IOException {
    this(program, scratch, load, "AlwaysAllow");
  }

  /**
   * Starts etcd and kube-apiserver, and waits until the server is ready.
   *
   * @param mode the authorization mode
   */
  KubeApiserver(String program, Scratch scratch, Load load, String mode) throws IOException {
    etcd = LocalEtcd.required(scratch.resolve("etcd"));
    Path keys = signingKeys(scratch.resolve("signing.keys"));
    server =
        new ServerProcess(
            "reference",
            List.of(
                program,
                "--etcd-servers=" + etcd.address(),
                "--bind-address=127.0.0.1",
                "--authorization-mode=" + mode,
                "--secure-port=" + LocalEtcd.freePort(),
                "--cert-dir=" + scratch.resolve("certificates"),
                "--token-auth-file=" + ServerProcess.tokens(scratch),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + keys,
                "--service-account-signing-key-file=" + keys,
                "--service-cluster-ip-range=10.96.0.0/16",
                // No controller creates the service accounts that pods would need.
                "--disable-admission-plugins=ServiceAccount"));
    awaitReady(load);
  }

  /**
   * Writes the private and the public key for service account tokens: kube-apiserver requires both.
   */
  private static Path signingKeys(Path file) throws IOException {
    try {
      var keys = KeyPairGenerator.getInstance("EC").generateKeyPair();
      return Files.writeString(
          file, pem("PRIVATE KEY", keys.getPrivate()) + pem("PUBLIC KEY", keys.getPublic()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no keys", e);
    }
  }

  private static String pem(String label, Key key) {
    String lines = LINES.encodeToString(key.getEncoded());
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, lines, label);
  }

  private void awaitReady(Load load) throws IOException {
    var connection = load.connect(server.address());
    for (int i = 0; i < LOOKS; i++) {
      try {
        Body unused = connection.get("/readyz").join();
        return;
      } catch (CompletionException notYet) {
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
    throw new IOException("kube-apiserver: not ready within a minute");
  }

  public ServerProcess server() {
    return server;
  }

  /** Returns the CPU time of kube-apiserver and its etcd so far. */
  Duration cpu() {
    return server.cpu().plus(etcd.cpu());
  }

  /** Closes etcd only. The contest closes the server. */
  @Override
  public void close() {
    etcd.close();
  }
}
