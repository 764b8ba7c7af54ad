package io.listwatch.server;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Stored custom resources after a change of their definition's versions. */
final class VersionChangesTest {
  private static final OpenServer SERVER = new OpenServer();

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  /** Each version declares {@code a} and a field with its own name, which has a default. */
  private static String version(String name, boolean served, boolean storage) {
    return """
    {"name":"%1$s","served":%2$s,"storage":%3$s,"schema":{"openAPIV3Schema":{"type":"object",
     "properties":{"spec":{"type":"object","properties":{
      "a":{"type":"string"},"%1$s":{"type":"string","default":"d-%1$s"}}}}}}}
    """
        .formatted(name, served, storage);
  }

  private static void define(String plural, String... versions) {
    assertThat(SERVER.code("POST", OpenServer.DEFINITIONS, definition(plural, versions)))
        .isEqualTo(201);
    await().until(() -> SERVER.code("GET", path(plural, "v1"), "") == 200);
  }

  private static String definition(String plural, String... versions) {
    return """
    {"metadata":{"name":"%1$s.example.com"},"spec":{"group":"example.com",
     "scope":"Namespaced","names":{"plural":"%1$s","kind":"K%1$s"},"versions":[%2$s]}}
    """
        .formatted(plural, String.join(",", versions));
  }

  private static void redefine(String plural, String probe, int code, String... versions) {
    var next = (JsonObject) JsonTrees.read(definition(plural, versions));
    next.withObject("metadata")
        .set(
            "resourceVersion",
            SERVER.send("GET", named(plural), "").at("/metadata/resourceVersion"));
    HttpResponse<String> changed = SERVER.answer("PUT", named(plural), JsonTrees.write(next));
    assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    await().until(() -> SERVER.code("GET", path(plural, probe), "") == code);
  }

  private static String named(String plural) {
    return OpenServer.DEFINITIONS + "/" + plural + ".example.com";
  }

  private static String path(String plural, String version) {
    return "/apis/example.com/%s/namespaces/default/%s".formatted(version, plural);
  }

  private static JsonValue create(String plural, String version, String name, String spec) {
    return SERVER.send(
        "POST",
        path(plural, version),
        "{\"apiVersion\":\"example.com/%s\",\"kind\":\"K%s\",\"metadata\":{\"name\":\"%s\"},\"spec\":%s}"
            .formatted(version, plural, name, spec));
  }

  private static String spec(String plural, String version, String name) {
    return SERVER.send("GET", path(plural, version) + "/" + name, "").path("spec").toString();
  }

  @Test
  void objectsArePrunedByRequestedVersionAndDefaultedByStoredOne() {
    define("twos", version("v1", true, true), version("v2", true, false));
    create("twos", "v1", "x", "{\"a\":\"1\"}");

    JsonValue made = create("twos", "v2", "y", "{\"a\":\"2\",\"v2\":\"z\"}");

    assertThat(made.path("spec").toString()).isEqualTo("{\"a\":\"2\"}");
    assertThat(spec("twos", "v1", "y")).isEqualTo("{\"a\":\"2\",\"v1\":\"d-v1\"}");
    assertThat(spec("twos", "v2", "x")).isEqualTo("{\"a\":\"1\"}");
    assertThat(SERVER.send("GET", path("twos", "v2"), "").at("/items/0/spec").toString())
        .isEqualTo("{\"a\":\"1\"}");
  }

  @Test
  void updateStoresTheObjectInTheNewStorageVersion() {
    define("moveds", version("v1", true, true), version("v2", true, false));
    create("moveds", "v1", "x", "{\"a\":\"1\"}");
    redefine("moveds", "v2", 200, version("v1", true, false), version("v2", true, true));
    await().until(() -> stored("moveds").equals("[\"v1\",\"v2\"]"));
    assertThat(spec("moveds", "v2", "x")).isEqualTo("{\"a\":\"1\"}");

    JsonValue patched =
        JsonTrees.read(
            SERVER
                .patch("merge-patch+json", path("moveds", "v1") + "/x", "{\"spec\":{\"a\":\"9\"}}")
                .body());

    assertThat(patched.path("spec").toString()).isEqualTo("{\"a\":\"9\"}");
    assertThat(spec("moveds", "v2", "x")).isEqualTo("{\"a\":\"9\",\"v2\":\"d-v2\"}");
  }

  private static String stored(String plural) {
    return SERVER.send("GET", named(plural), "").at("/status/storedVersions").toString();
  }

  @Test
  void objectsOfARemovedVersionAreReadInTheStorageVersion() {
    define("lefts", version("v1", true, true), version("v2", true, false));
    create("lefts", "v1", "x", "{\"a\":\"1\"}");
    redefine("lefts", "v1", 404, version("v1", false, false), version("v2", true, true));
    String status = named("lefts") + "/status";

    String forgotten = "{\"status\":{\"storedVersions\":[]}}";
    JsonValue emptied = JsonTrees.read(SERVER.patch("merge-patch+json", status, forgotten).body());
    redefine("lefts", "v2", 200, version("v2", true, true));

    assertThat(emptied.at("/status/storedVersions").toString()).isEqualTo("[\"v2\"]");
    await()
        .until(
            () ->
                SERVER
                    .send("GET", path("lefts", "v2") + "/x", "")
                    .path("apiVersion")
                    .asText()
                    .equals("example.com/v2"));
    assertThat(
            SERVER
                .patch("merge-patch+json", path("lefts", "v2") + "/x", "{\"spec\":{\"a\":\"2\"}}")
                .statusCode())
        .isEqualTo(200);
    assertThat(spec("lefts", "v2", "x")).isEqualTo("{\"a\":\"2\",\"v2\":\"d-v2\"}");
  }
}
