package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A roll-out as kube-controller-manager does it: a burst that fits kube-apiserver's queues waits
 * its turn. With a limit on the number of requests in flight, 87 of 4,000 creates once got a 429.
 */
@Tag("slow")
final class PodBurstTest {
  private static final int CREATES = 4_000;
  private static final int AT_A_TIME = 250;

  @TempDir private Path directory = Path.of("");

  @Test
  void noCreateIsRejected() throws Exception {
    Path tokens =
        Files.writeString(
            directory.resolve("tokens"), "manager,system:kube-controller-manager,manager\n");
    try (Program server =
        Program.serve(
            directory.resolve("data"),
            "--token-file=" + tokens,
            "--authorization-mode=AlwaysAllow")) {
      Map<Integer, Integer> codes = create(client(server), server.secure());

      assertThat(codes).containsExactly(Map.entry(201, CREATES));
    }
  }

  private static HttpClient client(Program server) throws Exception {
    var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null);
    try (InputStream authority =
        Files.newInputStream(server.data().resolve("pki").resolve("ca.crt"))) {
      trusted.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(authority));
    }
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    var context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(context).build();
  }

  /** Returns the number of responses of each status. */
  private static Map<Integer, Integer> create(HttpClient client, URI server)
      throws InterruptedException {
    var codes = new ConcurrentHashMap<Integer, Integer>();
    var places = new Semaphore(AT_A_TIME);
    List<CompletableFuture<Void>> creates = new ArrayList<>();
    for (int i = 0; i < CREATES; i++) {
      places.acquire();
      creates.add(
          client
              .sendAsync(pod(server, i), BodyHandlers.ofString())
              .thenAccept(response -> codes.merge(response.statusCode(), 1, Integer::sum))
              .whenComplete((done, failure) -> places.release()));
    }
    creates.forEach(CompletableFuture::join);
    return new TreeMap<>(codes);
  }

  private static HttpRequest pod(URI server, int number) {
    return HttpRequest.newBuilder(server.resolve("/api/v1/namespaces/default/pods"))
        .header("authorization", "Bearer manager")
        .header("content-type", "application/json")
        .POST(
            BodyPublishers.ofString(
                """
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"pod-%d"},
                 "spec":{"containers":[{"name":"main","image":"example.com/main:1"}]}}
                """
                    .formatted(number)))
        .build();
  }
}
