package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Concurrent writers that share one connection. Each sends its next request after the response to
 * the last.
 */
final class Writers {
  private final LoadConnection connection;
  private final IntFunction<Write> writes;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicReferenceArray<byte[]> answers;

  /** A request with a body. */
  record Write(String method, String path, String contentType, String body) {
    static Write post(String path, String object) {
      return new Write("POST", path, "application/json", object);
    }
  }

  private Writers(LoadConnection connection, IntFunction<Write> writes, int count) {
    this.connection = connection;
    this.writes = writes;
    this.answers = new AtomicReferenceArray<>(count);
  }

  /**
   * Creates objects 0 to {@code count - 1}.
   *
   * @return the created objects
   */
  static List<byte[]> create(
      LoadConnection connection, String path, IntFunction<byte[]> objects, int count, int writers) {
    return send(
        connection,
        index -> Write.post(path, new String(objects.apply(index), UTF_8)),
        count,
        writers);
  }

  /**
   * Sends requests 0 to {@code count - 1}.
   *
   * @return the objects that the server returned
   */
  static List<byte[]> send(
      LoadConnection connection, IntFunction<Write> writes, int count, int writers) {
    var all = new Writers(connection, writes, count);
    CompletableFuture.allOf(
            IntStream.range(0, writers)
                .mapToObj(i -> all.write())
                .toArray(CompletableFuture<?>[]::new))
        .join();
    return IntStream.range(0, count).mapToObj(all.answers::get).toList();
  }

  private CompletableFuture<Void> write() {
    int index = next.getAndIncrement();
    if (index >= answers.length()) {
      return CompletableFuture.completedFuture(null);
    }
    Write write = writes.apply(index);
    Body answer = Body.kept();
    connection.send(
        connection.headers(write.method(), write.path()).add("content-type", write.contentType()),
        write.body().getBytes(UTF_8),
        answer);
    return answer
        .whole()
        .thenCompose(
            body -> {
              answers.set(index, withoutEnd(body.bytes()));
              return write();
            });
  }

  /** Removes the line feed at the end of a response: items of a list have none. */
  private static byte[] withoutEnd(byte[] document) {
    int last = document.length - 1;
    return last >= 0 && document[last] == '\n' ? Arrays.copyOf(document, last) : document;
  }
}
