package io.listwatch.testing.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.storage.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Start, shutdown and recovery of the program. */
final class ProgramTest {
  private static Program program;
  private static Path directory;

  @BeforeAll
  static void serve(@TempDir Path data) {
    directory = data;
    program = Program.serve(data, "--demo");
  }

  @AfterAll
  static void end() {
    program.close();
  }

  @Test
  void demoCreatesObjects() {
    var http = new Http(program.plain());

    assertThat(http.get("/api/v1/namespaces/kube-system/configmaps/coredns").statusCode())
        .isEqualTo(200);
    assertThat(http.get("/api/v1/namespaces/default/pods").body())
        .contains("zx-vpa-786d4b8bb5-xv5zw", "zx-vpa-786d4b8bb5-mw6mr");
  }

  @Test
  void demoReplacesDeletedPod(@TempDir Path data) {
    try (var demo = Program.serve(data, "--demo")) {
      var http = new Http(demo.plain());
      String pods = "/api/v1/namespaces/default/pods";
      String deleted = "zx-vpa-786d4b8bb5-xv5zw";

      assertThat(http.delete(pods + "/" + deleted).statusCode()).isEqualTo(200);

      Waiting.await()
          .until(() -> !http.get(pods).body().contains(deleted) && running(http, pods) == 2);
      assertThat(http.get("/api/v1/nodes/node-1").statusCode()).isEqualTo(200);
    }
  }

  /** The demo's replica keeper creates pods for a ReplicaSet; nothing does for a Deployment. */
  @Test
  void demoDoesNotWarnOfReplicaSet() {
    var http = new Http(program.plain());
    String apps = "/apis/apps/v1/namespaces/default/";

    var replicaSet = http.post(apps + "replicasets", workload("ReplicaSet"));
    var deployment = http.post(apps + "deployments", workload("Deployment"));

    assertThat(replicaSet.statusCode()).isEqualTo(201);
    assertThat(replicaSet.headers().allValues("warning")).isEmpty();
    assertThat(deployment.headers().allValues("warning")).hasSize(1);
  }

  private static String workload(String kind) {
    return """
    {"apiVersion":"apps/v1","kind":"%s","metadata":{"name":"warned"},"spec":{"replicas":0,
     "selector":{"matchLabels":{"app":"warned"}},"template":{"metadata":{"labels":{"app":"warned"}},
     "spec":{"containers":[{"name":"web","image":"web"}]}}}}
    """
        .formatted(kind);
  }

  private static int running(Http http, String pods) {
    return http.get(pods).body().split("\"phase\":\"Running\"", -1).length - 1;
  }

  @Test
  void sigtermEndsWatchesAndExitsWithZero(@TempDir Path data) {
    try (var ending = Program.serve(data)) {
      var http = new Http(ending.plain());
      Output watch = http.watchConfigMaps(0);
      long version = http.createConfigMap("last");
      watch.await("\"resourceVersion\":\"" + version + "\"");

      ending.command().signal("TERM");

      assertThat(watch.awaitEnd()).doesNotContain("ERROR");
      assertThat(ending.command().awaitEnd()).isZero();
      assertThat(ending.command().errors().awaitEnd()).doesNotContain("WARN", "ERROR");
    }
  }

  @Test
  void clientErrorsAreNotLoggedAsServerErrors(@TempDir Path data) throws IOException {
    try (var ending = Program.serve(data)) {
      String tooLong = "POST /api/v1/namespaces HTTP/1.1\r\nHost: localhost\r\nContent-Length: ";
      assertThat(statusOf(ending.plain(), tooLong + 4_000_000)).contains("413");
      assertThat(statusOf(ending.secure(), "GET /version HTTP/1.1")).contains("400");
      assertThat(statusOf(ending.secure(), "neither TLS nor HTTP")).isNull();
      assertThat(errorsOfMistrustingCurl(ending)).contains("certificate");

      ending.command().signal("TERM");

      assertThat(ending.command().awaitEnd()).isZero();
      assertThat(ending.command().errors().awaitEnd()).doesNotContain("WARN", "ERROR");
    }
  }

  /** Returns the errors of a curl that does not trust the server's certificate authority. */
  private static String errorsOfMistrustingCurl(Program server) {
    try (var curl = Command.start(List.of("curl", "-sS", server.secure() + "/version"))) {
      return curl.errors().awaitEnd();
    }
  }

  /** The exit code of curl shows whether the stream ended properly or broke. */
  @Test
  void sigtermEndsWatchesOverTlsAndHttp2(@TempDir Path directory) throws IOException {
    Path tokens = Files.writeString(directory.resolve("tokens"), "secret,jane,1,system:masters\n");
    try (var ending = Program.serve(directory.resolve("data"), "--token-file", tokens.toString())) {
      try (var curl = watchOverHttp2(ending);
          var other = watchOverHttp2(ending)) {
        long version = new Http(ending.plain()).createConfigMap("last");
        curl.out().await("\"resourceVersion\":\"" + version + "\"");
        other.out().await("\"resourceVersion\":\"" + version + "\"");

        ending.command().signal("TERM");

        assertThat(curl.awaitEnd()).as(curl.errors().text()).isZero();
        assertThat(curl.out().awaitEnd()).endsWith("HTTP/2");
        assertThat(other.awaitEnd()).as(other.errors().text()).isZero();
      }
      assertThat(ending.command().awaitEnd()).isZero();
    }
  }

  private static Command watchOverHttp2(Program server) {
    return Command.start(
        List.of(
            "curl",
            "-sSN",
            "--http2",
            "--write-out",
            "HTTP/%{http_version}",
            "--cacert",
            server.data().resolve("pki/ca.crt").toString(),
            "--header",
            "Authorization: Bearer secret",
            server.secure() + "/api/v1/namespaces/default/configmaps?watch=true"));
  }

  @Test
  void readyzChecksStorage() {
    assertThat(new Http(program.plain()).get("/readyz?verbose").body())
        .contains("[+]storage ok\n", "[+]shutdown ok\n");
  }

  @Test
  void secondSigtermExitsAtOnce(@TempDir Path data) throws IOException {
    try (var ending = Program.serve(data, "--storage", "memory");
        var unfinished = new Socket(InetAddress.getLoopbackAddress(), ending.plain().getPort())) {
      // After one signal, the server would wait for the rest of this request.
      unfinished
          .getOutputStream()
          .write(
              "POST /api/v1/namespaces HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{"
                  .getBytes(UTF_8));
      Waiting.await()
          .until(
              () ->
                  new Http(ending.plain())
                      .get("/metrics")
                      .body()
                      .contains("inflight_requests{request_kind=\"mutating\"} 1.0"));

      ending.command().signal("TERM");
      Waiting.await().until(() -> !isReady(ending));
      ending.command().signal("TERM");

      assertThat(ending.command().awaitEnd()).isEqualTo(130);
    }
  }

  private static boolean isReady(Program server) {
    try {
      return new Http(server.plain()).get("/readyz").statusCode() == 200;
    } catch (AssertionError notListening) {
      return false;
    }
  }

  @Test
  void acknowledgedWritesSurviveAKillAndWatchesResume(@TempDir Path data) {
    long seen;
    try (var killed = Program.serve(data)) {
      var http = new Http(killed.plain());
      seen = http.createConfigMap("seen");
      IntStream.range(0, 20)
          .forEach(i -> assertThat(http.createConfigMap("unseen-" + i)).isPositive());
      killed.kill();
    }

    try (var back = Program.serve(data)) {
      var http = new Http(back.plain());
      Output watch = http.watchConfigMaps(seen);

      assertThat(http.configMaps()).contains("\"seen\"", "\"unseen-0\"", "\"unseen-19\"");
      assertThat(watch.await("\"type\":\"ADDED\".*\"name\":\"unseen-", 20)).hasSize(20);
      assertThat(watch.text()).doesNotContain("\"seen\"", "ERROR");
    }
  }

  @Test
  @Tag("curl")
  void consoleLinkSignsInOnceOverTls() {
    String link = consoleLink();
    assertThat(link).startsWith(program.secure() + "/console/#code=");
    String code = "X-Listwatch-Code: " + link.substring(link.indexOf('=') + 1);
    String exchange = program.plain() + "/console/session";

    String token = Command.run("curl", "-sX", "POST", "-H", code, exchange);
    String bearer = token.replaceAll("(?s).*\"token\":\"([^\"]+)\".*", "$1");
    String path = program.secure() + "/api/v1/namespaces/default";

    assertThat(Command.run("curl", "-sk", "-H", "Authorization: Bearer " + bearer, path))
        .contains("\"kind\": \"Namespace\"");
    assertThat(Command.run("curl", "-sX", "POST", "-H", code, exchange))
        .contains("The link was used, or is too old");
  }

  @Test
  void consoleOffServesNoPage(@TempDir Path data) {
    try (var without = Program.serve(data, "--console", "off")) {
      var http = new Http(without.plain());

      assertThat(http.get("/console/").statusCode()).isEqualTo(404);
      assertThat(http.get("/console/main.js").statusCode()).isEqualTo(404);
      assertThat(http.get("/debug/listwatch/load").statusCode()).isEqualTo(404);
      assertThat(http.get("/debug/listwatch/watches").statusCode()).isEqualTo(200);
    }
  }

  private static String consoleLink() {
    try (var link = Program.start("console", "--data", directory.toString(), "--no-open")) {
      assertThat(link.awaitEnd()).as(link.errors().text()).isZero();
      return link.out().awaitEnd().lines().findFirst().orElseThrow();
    }
  }

  @Test
  void portInUseNamesTheOptionToChange(@TempDir Path data) {
    String taken = String.valueOf(program.secure().getPort());

    try (var late = Program.start("serve", "--data", data.toString(), "--port", taken)) {
      assertThat(late.awaitEnd()).isEqualTo(1);
      assertThat(late.errors().awaitEnd())
          .startsWith("listwatch: port " + taken + " is in use: choose another with --port")
          .hasLineCount(1);
    }
  }

  @Test
  void httpPortInUseNamesItsOwnOption(@TempDir Path data) {
    String taken = String.valueOf(program.plain().getPort());

    try (var late =
        Program.start("serve", "--data", data.toString(), "--port", "0", "--http-port", taken)) {
      assertThat(late.awaitEnd()).isEqualTo(1);
      assertThat(late.errors().awaitEnd())
          .startsWith("listwatch: port " + taken + " is in use: choose another with --http-port")
          .hasLineCount(1);
    }
  }

  @Test
  void foreignBindAddressIsNotReportedAsPortInUse(@TempDir Path data) {
    // An address for documentation that no machine has (RFC 5737).
    String others = "203.0.113.9";

    try (var lost =
        Program.start("serve", "--data", data.toString(), "--port", "0", "--bind", others)) {
      assertThat(lost.awaitEnd()).isEqualTo(1);
      assertThat(lost.errors().awaitEnd())
          .startsWith("listwatch: --bind: " + others + " (expected: an address of this machine)")
          .hasLineCount(1);
    }
  }

  @Test
  void discoveryContainsTheServerAddress() {
    assertThat(new Http(program.plain()).get("/api").body())
        .contains("\"serverAddress\":\"127.0.0.1:" + program.secure().getPort() + "\"");
  }

  @Test
  void rejectsDataDirectoryInUse() {
    try (var late = Program.start("serve", "--data", program.data().toString(), "--port", "0")) {
      assertThat(late.awaitEnd()).isEqualTo(1);
      assertThat(late.errors().awaitEnd()).startsWith("listwatch: ").hasLineCount(1);
    }
  }

  @Test
  void httpPortRejectsRequestsFromWebPages() throws IOException {
    assertThat(statusOfRequest("Host: example.org")).contains("403");
    assertThat(statusOfRequest("Host: localhost\r\nOrigin: http://example.org")).contains("403");
    assertThat(statusOfRequest("Host: localhost")).contains("200");
  }

  private static String statusOfRequest(String headers) throws IOException {
    return statusOf(program.plain(), "GET /api/v1/namespaces HTTP/1.1\r\n" + headers);
  }

  private static String statusOf(URI plain, String head) throws IOException {
    try (var socket = new Socket(plain.getHost(), plain.getPort())) {
      socket.setSoTimeout(120_000);
      socket.getOutputStream().write((head + "\r\n\r\n").getBytes(UTF_8));
      return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
    }
  }
}
