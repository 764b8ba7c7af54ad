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
 * A kube-apiserver that somebody has brought, with an etcd of its own: configured as it is by
 * default, with what it cannot be started without.
 */
final class Reference implements AutoCloseable {
  private static final long LOOK_NANOS = 100_000_000;
  private static final int LOOKS = 600;
  private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII));

  private final LocalEtcd etcd;
  private final ServerProcess server;

  /** Waits until it is ready. */
  Reference(String program, Scratch scratch, Load load) throws IOException {
    etcd =
        LocalEtcd.start(scratch.resolve("etcd"))
            .orElseThrow(() -> new IOException("reference: needs etcd (on the path, or ETCD)"));
    Path keys = signingKeys(scratch.resolve("signing.keys"));
    server =
        new ServerProcess(
            "reference",
            List.of(
                program,
                "--etcd-servers=" + etcd.address(),
                "--bind-address=127.0.0.1",
                "--secure-port=" + LocalEtcd.freePort(),
                "--cert-dir=" + scratch.resolve("certificates"),
                "--token-auth-file=" + ServerProcess.tokens(scratch),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + keys,
                "--service-account-signing-key-file=" + keys,
                "--service-cluster-ip-range=10.96.0.0/16",
                // Nobody makes the accounts that pods would need.
                "--disable-admission-plugins=ServiceAccount"));
    awaitReady(load);
  }

  /** The key that signs and the one that proves it: it wants to be given both. */
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
    throw new IOException("reference: not ready in a minute");
  }

  ServerProcess server() {
    return server;
  }

  /** CPU time of kube-apiserver and its etcd so far. */
  Duration cpu() {
    return server.cpu().plus(etcd.cpu());
  }

  /** The server itself is closed with the others of its contest. */
  @Override
  public void close() {
    etcd.close();
  }
}
