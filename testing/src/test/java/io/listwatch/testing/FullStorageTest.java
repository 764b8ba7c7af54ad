package io.listwatch.testing;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.controllers.ControllerSettings;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Retention;
import io.listwatch.storage.sqlite.SqliteStorage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server whose database has reached its quota still does what makes room, and renews Leases. */
@Timeout(120)
final class FullStorageTest {
  private static final long QUOTA = 4 << 20;

  private static final String NAMESPACES = "/api/v1/namespaces";
  private static final String MAPS = NAMESPACES + "/home/configmaps";
  private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/home/leases";
  private static final String VALUE = "x".repeat(500_000);

  private final HttpClient client = HttpClient.newHttpClient();

  @SuppressWarnings("NullAway.Init") // set by JUnit
  @TempDir
  private Path directory;

  @SuppressWarnings("NullAway.Init") // set in fill
  private SqliteStorage storage;

  @SuppressWarnings("NullAway.Init") // set in fill
  private ApiServer server;

  @BeforeEach
  void fill() throws Exception {
    storage =
        SqliteStorage.open(directory, new ManualStorageClock(), Retention.everything(), QUOTA);
    server =
        ApiServer.start(
            storage, ApiServerConfig.open(0).with(c -> c.controllers(ControllerSettings.ALL)));
    create(NAMESPACES, "{'metadata':{'name':'home'}}");
    create(MAPS, "{'metadata':{'name':'held','finalizers':['example.com/hold']}}");
    create(LEASES, "{'metadata':{'name':'leader'},'spec':{'holderIdentity':'a'}}");
    await().until(() -> get(NAMESPACES + "/home/serviceaccounts/default") == 200);
    for (int i = 0; createLarge(i).statusCode() == 201; i++) {
      assertThat(i).isLessThan(1_000);
    }
  }

  @AfterEach
  void close() {
    server.close();
    storage.close();
  }

  @Test
  void createSaysThatStorageIsFull() throws Exception {
    HttpResponse<String> rejected = createLarge(1_000);

    assertThat(rejected.statusCode()).isEqualTo(500);
    assertThat(rejected.headers().firstValue("Retry-After")).isEmpty();
    assertThat(rejected.body())
        .contains("storage is full")
        .contains("of the quota of 4.0 MiB are used; delete objects, or raise the quota");
  }

  @Test
  void objectWithFinalizerIsDeleted() throws Exception {
    assertThat(send("DELETE", MAPS + "/held", "").statusCode()).isEqualTo(200);
    assertThat(get(MAPS + "/held")).isEqualTo(200);

    HttpResponse<String> released =
        send("PATCH", MAPS + "/held", "{'metadata':{'finalizers':null}}");

    assertThat(released.statusCode()).as(released.body()).isEqualTo(200);
    assertThat(get(MAPS + "/held")).isEqualTo(404);
  }

  @Test
  void leaseIsRenewed() throws Exception {
    for (int i = 0; i < 100; i++) {
      String renewal = "{'spec':{'renewTime':'2026-01-01T00:00:00.%06dZ'}}".formatted(i);

      HttpResponse<String> renewed = send("PATCH", LEASES + "/leader", renewal);

      assertThat(renewed.statusCode()).as(renewed.body()).isEqualTo(200);
    }
  }

  @Test
  void namespaceIsDeletedWithItsContent() throws Exception {
    assertThat(send("DELETE", NAMESPACES + "/home", "").statusCode()).isEqualTo(200);
    await().until(() -> get(MAPS + "/large-0") == 404);
    assertThat(get(NAMESPACES + "/home")).isEqualTo(200);

    HttpResponse<String> released =
        send("PATCH", MAPS + "/held", "{'metadata':{'finalizers':null}}");

    assertThat(released.statusCode()).as(released.body()).isEqualTo(200);
    await().until(() -> get(NAMESPACES + "/home") == 404);
  }

  private void create(String path, String json) throws IOException, InterruptedException {
    HttpResponse<String> created = send("POST", path, json);
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
  }

  private HttpResponse<String> createLarge(int number) throws IOException, InterruptedException {
    String json = "{'metadata':{'name':'large-%d'},'data':{'k':'%s'}}".formatted(number, VALUE);
    return send("POST", MAPS, json);
  }

  private int get(String path) throws IOException, InterruptedException {
    return client.send(request(path).build(), BodyHandlers.discarding()).statusCode();
  }

  /**
   * @param body JSON with apostrophes for quotation marks
   */
  private HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
    HttpRequest request =
        request(path)
            .header("Content-Type", type)
            .method(method, BodyPublishers.ofString(body.replace('\'', '"')))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }
}
