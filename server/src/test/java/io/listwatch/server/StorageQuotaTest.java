package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.storage.ForwardingStorage;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageUsage;
import io.listwatch.time.Timers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Metrics and health check of the space that a server's storage uses. */
@Timeout(60)
final class StorageQuotaTest {
  private final MeasuredStorage storage =
      new MeasuredStorage(MemoryStorage.open(new StorageTime(Timers.system())));
  private final Gauges gauges = new Gauges();
  private final ApiServer server =
      ApiServer.start(
          storage, ApiServerConfig.open(0).with(it -> it.metrics(gauges).metricsPage(() -> "")));

  @AfterEach
  void close() {
    server.close();
    storage.close();
  }

  private HttpResponse<String> get(String path) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  @Test
  void storageWithRoomIsReady() throws Exception {
    assertThat(get("/readyz?verbose").body()).contains("[+]storage-quota ok");
    assertThat(get("/readyz/storage-quota").statusCode()).isEqualTo(200);
  }

  /** A server that is not ready would get no requests that delete. */
  @Test
  void fullStorageIsReportedAndStaysReady() throws Exception {
    storage.usage = new StorageUsage(1_000, 1_000, 7, true);

    assertThat(get("/readyz").statusCode()).isEqualTo(200);
    assertThat(get("/readyz?verbose").body()).contains("[-]storage-quota failed");
    assertThat(get("/readyz/storage-quota").statusCode()).isEqualTo(500);
  }

  @Test
  void metricsHaveSizeQuotaAndLog() {
    storage.usage = new StorageUsage(900, 1_000, 7, true);

    assertThat(gauges.read("apiserver_storage_size_bytes")).isEqualTo(900);
    assertThat(gauges.read("storage_quota_bytes")).isEqualTo(1_000);
    assertThat(gauges.read("storage_log_bytes")).isEqualTo(7);
    assertThat(gauges.read("storage_full")).isEqualTo(1);
  }

  @Test
  void closedServerRemovesItsGauges() {
    server.close();

    assertThat(gauges.open).doesNotContainKey("apiserver_storage_size_bytes");
  }

  private static final class MeasuredStorage extends ForwardingStorage {
    private volatile StorageUsage usage = new StorageUsage(1, 1_000, 0, false);

    private MeasuredStorage(Storage storage) {
      super(storage);
    }

    @Override
    public Optional<StorageUsage> usage() {
      return Optional.of(usage);
    }
  }

  private static final class Gauges implements Metrics {
    private final Map<String, DoubleSupplier> open = new ConcurrentHashMap<>();

    private double read(String name) {
      return Objects.requireNonNull(open.get(name), name).getAsDouble();
    }

    @Override
    public Counter counter(String name, Map<String, String> tags) {
      return amount -> {};
    }

    @Override
    public Distribution distribution(String name, Map<String, String> tags) {
      return amount -> {};
    }

    @Override
    public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
      open.put(name, value);
      return () -> open.remove(name);
    }
  }
}
