package io.listwatch.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.listwatch.model.Pods;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.protobuf.MessageTranscoder;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Transcodes 256 pods from JSON to protobuf, per pod. Jackson makes a tree of the same bytes for
 * comparison, which an encoder that walks over a tree would need first.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@OperationsPerInvocation(TranscodeBenchmark.PODS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class TranscodeBenchmark {
  static final int PODS = 256;

  private final ObjectSchema type = BuiltInTypes.load().find("", "v1", "Pod").orElseThrow();

  /** Canonical, with the padding that the transcoder needs. */
  private final List<byte[]> pods =
      Pods.withManagedFields(1).take(PODS).stream().map(this::canonical).toList();

  private final MessageTranscoder transcoder = new MessageTranscoder();
  private final ObjectMapper mapper = new ObjectMapper();

  private byte[] canonical(byte[] pod) {
    byte[] json = new BuiltInForm(type).encode((JsonObject) JsonTrees.read(pod));
    return Arrays.copyOf(json, json.length + MessageTranscoder.PADDING);
  }

  @Benchmark
  public void transcode(Blackhole blackhole) {
    for (byte[] pod : pods) {
      transcoder.transcode(type, pod, pod.length - MessageTranscoder.PADDING);
      blackhole.consume(transcoder.size());
    }
  }

  @Benchmark
  public void jacksonMakesTree(Blackhole blackhole) throws IOException {
    for (byte[] pod : pods) {
      blackhole.consume(mapper.readTree(pod, 0, pod.length - MessageTranscoder.PADDING));
    }
  }
}
