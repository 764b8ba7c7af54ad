package io.listwatch.bench.load;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.Key;
import io.listwatch.storage.Storage;
import io.listwatch.storage.sqlite.SqliteStorage;
import io.listwatch.time.Timers;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The floor of writes: the least that any server on the same HTTP library, JSON reader and storage
 * engine has to do. It parses the body into a tree, serializes the object once, stores it durably,
 * and responds with its bytes. It validates, merges and defaults nothing: a patch leaves its object
 * as it is, and costs the reading of both.
 */
final class WritingFloor implements HttpService {
  private static final int EXPECTED_BYTES = 4_096;

  private final Storage storage;
  private final Map<String, byte[]> objects = new ConcurrentHashMap<>();

  private WritingFloor(Storage storage) {
    this.storage = storage;
  }

  /**
   * Serves until the process ends.
   *
   * @param arguments the directory of the data
   */
  public static void main(String[] arguments) throws InterruptedException {
    FloorServer.serve(
        new WritingFloor(
            SqliteStorage.open(Path.of(arguments[0]), new StorageTime(Timers.system()))));
  }

  @Override
  public HttpResponse serve(ServiceRequestContext context, HttpRequest request) {
    return HttpResponse.of(
        request
            .aggregate()
            .thenCompose(
                body ->
                    request.method() == HttpMethod.POST
                        ? create(context.path(), body.content())
                        : patch(context.path().replaceFirst("/status$", ""), body.content())));
  }

  private CompletionStage<HttpResponse> create(String collection, HttpData body) {
    JsonValue object = JsonTrees.read(body.array());
    String path = collection + "/" + object.path("metadata").path("name").asText();
    return write(path, object, HttpStatus.CREATED);
  }

  private CompletionStage<HttpResponse> patch(String path, HttpData body) {
    byte @Nullable [] current = objects.get(path);
    if (current == null) {
      throw new IllegalArgumentException(path + ": absent (expected: an object to patch)");
    }
    JsonValue unused = JsonTrees.read(body.array());
    return write(path, JsonTrees.read(current), HttpStatus.OK);
  }

  private CompletionStage<HttpResponse> write(String path, JsonValue object, HttpStatus status) {
    byte[] json = JsonTrees.encode(object, EXPECTED_BYTES);
    objects.put(path, json);
    return storage
        .put(Key.of(path), json)
        .thenApply(revision -> HttpResponse.of(status, MediaType.JSON, HttpData.wrap(json)));
  }
}
