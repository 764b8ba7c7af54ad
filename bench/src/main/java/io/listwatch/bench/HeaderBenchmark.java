package io.listwatch.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.listwatch.model.Pods;
import io.listwatch.model.Resource;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Parses the headers of 256 pods. Jackson parses the same bytes for comparison: token by token, and
 * by skipping the root's children, which is the minimum for a streaming parser.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class HeaderBenchmark {
  private final List<byte[]> pods = Pods.withManagedFields(1).take(256);
  private final JsonFactory factory = new JsonFactory();

  @Benchmark
  public void readHeader(Blackhole blackhole) {
    for (byte[] pod : pods) {
      blackhole.consume(Resource.parse(pod));
    }
  }

  @Benchmark
  public void jacksonSkips(Blackhole blackhole) throws IOException {
    for (byte[] pod : pods) {
      try (JsonParser parser = factory.createParser(pod)) {
        parser.nextToken();
        blackhole.consume(parser.skipChildren());
      }
    }
  }

  @Benchmark
  public void jacksonPassesTokens(Blackhole blackhole) throws IOException {
    for (byte[] pod : pods) {
      try (JsonParser parser = factory.createParser(pod)) {
        while (parser.nextToken() != null) {
          blackhole.consume(parser);
        }
      }
    }
  }
}
