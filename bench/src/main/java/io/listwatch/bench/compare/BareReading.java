package io.listwatch.bench.compare;

import io.listwatch.client.tls.TlsContexts;
import io.listwatch.client.tls.TlsMaterial;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;

/**
 * The floor, without an informer: reads the response that contains an informer's initial objects
 * through the JDK's HTTP client, compressed or not, and drops it. No informer on that client can
 * cost less.
 */
final class BareReading implements InformingClient {
  static final String NAME = "bare";

  private final Target target;
  private final Row row;
  private boolean read;

  BareReading(Target target, Row row) {
    this.target = target;
    this.row = row;
  }

  @Override
  public void start() throws IOException, InterruptedException {
    HttpClient client =
        HttpClient.newBuilder()
            .sslContext(TlsContexts.create(TlsMaterial.read(Target.tls())))
            .build();
    HttpRequest request =
        HttpRequest.newBuilder(target.address().resolve("/api/v1/pods?resourceVersion=0"))
            .header("Authorization", "Bearer " + target.token())
            .header("Accept-Encoding", row == Row.COMPRESSED ? "gzip" : "identity")
            .build();
    HttpResponse<Void> response =
        client.send(request, head -> BodySubscribers.ofByteArrayConsumer(bytes -> {}));
    read = response.statusCode() == 200;
  }

  @Override
  public boolean hasSynced() {
    return read;
  }

  /** Returns a number that satisfies every wait, because there is no handler. */
  @Override
  public long handled() {
    return Long.MAX_VALUE;
  }

  @Override
  public int list() {
    return 0;
  }

  @Override
  public void close() {}
}
