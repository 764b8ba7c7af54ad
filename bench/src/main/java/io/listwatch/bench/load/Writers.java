package io.listwatch.bench.load;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Concurrent writers that create objects over one connection. Each sends its next object after the
 * response to the last.
 */
final class Writers {
  private final LoadConnection connection;
  private final String path;
  private final IntFunction<byte[]> objects;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicReferenceArray<byte[]> answers;

  private Writers(LoadConnection connection, String path, IntFunction<byte[]> objects, int count) {
    this.connection = connection;
    this.path = path;
    this.objects = objects;
    this.answers = new AtomicReferenceArray<>(count);
  }

  /**
   * Creates objects 0 to {@code count - 1}.
   *
   * @return the created objects
   */
  static List<byte[]> create(
      LoadConnection connection, String path, IntFunction<byte[]> objects, int count, int writers) {
    var all = new Writers(connection, path, objects, count);
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
    Body answer = Body.kept();
    connection.send(
        connection.headers("POST", path).add("content-type", "application/json"),
        objects.apply(index),
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
