package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.controllers.ControllerSettings;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.builtin.BuiltInResources;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import io.listwatch.server.registry.write.WriteResult;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StoredReservationsTest {
  private static final WriteOptions PLAIN =
      new WriteOptions("tester", false, FieldValidation.WARN, false);

  private final Storage storage = MemoryStorage.open(new ManualStorageClock());

  @AfterEach
  void close() {
    storage.close();
  }

  @Test
  void reservationIsVisibleToAllServers() throws Exception {
    var here = new StoredReservations(storage);
    var there = new StoredReservations(storage);

    assertThat(await(here.take("10.96.0.7").toCompletableFuture())).isTrue();
    assertThat(await(there.take("10.96.0.7").toCompletableFuture())).isFalse();

    await(here.release("10.96.0.7").toCompletableFuture());
    assertThat(await(there.take("10.96.0.7").toCompletableFuture())).isTrue();
  }

  @Test
  void twoServersOnOneStorageNeverAllocateTheSameAddress() throws Exception {
    try (ApiServer one = server();
        ApiServer other = server()) {
      var writes = new ArrayList<CompletableFuture<WriteResult>>();
      for (int i = 0; i < 32; i++) {
        writes.add(create(i % 2 == 0 ? one : other, sameStart(i)));
      }

      Set<String> addresses = new HashSet<>();
      Set<Integer> ports = new HashSet<>();
      for (CompletableFuture<WriteResult> write : writes) {
        JsonValue spec = JsonTrees.read(await(write).object().toByteArray()).path("spec");
        addresses.add(spec.path("clusterIP").asText());
        ports.add(spec.at("/ports/0/nodePort").asInt());
      }
      assertThat(addresses).hasSize(32);
      assertThat(ports).hasSize(32);
    }
  }

  /**
   * Returns names with the same hash, so that the search for an address starts at the same offset.
   */
  private static String sameStart(int number) {
    var name = new StringBuilder("s");
    for (int bit = 0; bit < 5; bit++) {
      name.append((number >> bit & 1) == 0 ? "an" : "c0");
    }
    assertThat(name.toString()).hasSameHashCodeAs("sanananan" + "an");
    return name.toString();
  }

  private ApiServer server() {
    return ApiServer.start(
        storage, ApiServerConfig.open(0).with(c -> c.controllers(ControllerSettings.NONE)));
  }

  private static CompletableFuture<WriteResult> create(ApiServer server, String name) {
    String json =
        "{\"metadata\":{\"name\":\"%s\"},\"spec\":{\"type\":\"NodePort\",\"ports\":[{\"port\":80}]}}"
            .formatted(name);
    var service = new DecodedObject((JsonObject) JsonTrees.read(json), List.of());
    return server.verbs().create(services(), "default", service, PLAIN).toCompletableFuture();
  }

  private static ResourceDefinition services() {
    return BuiltInResources.load().stream()
        .filter(each -> each.type().toString().equals("services"))
        .findFirst()
        .orElseThrow();
  }

  private static <T> T await(CompletableFuture<T> stage) throws Exception {
    return stage.get(60, TimeUnit.SECONDS);
  }
}
