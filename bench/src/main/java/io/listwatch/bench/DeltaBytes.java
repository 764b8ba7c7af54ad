package io.listwatch.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.listwatch.bench.DeltaRows.Row;
import io.listwatch.model.ObjectDelta;
import io.listwatch.model.Resource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Counts the bytes on the wire of one event: whole, without managedFields, compressed by itself,
 * and as a delta. The figures do not depend on the machine.
 */
final class DeltaBytes {
  private static final String LINE = "%-44s %8s %8s %8s %9s %11s %11s %8s%n";

  private DeltaBytes() {}

  public static void main(String[] arguments) throws IOException {
    System.out.printf(
        LINE, "update", "full", "lean", "gzip", "gzip lean", "delta full", "delta lean", "full to");
    for (Row row : DeltaRows.all()) {
      int full = frame(row.next()).length;
      int delta = delta(row, false);
      int lean = delta(row, true);
      System.out.printf(
          LINE,
          row.name(),
          full,
          frame(row.next().withoutManagedFields()).length,
          gzip(frame(row.next())),
          gzip(frame(row.next().withoutManagedFields())),
          delta,
          lean,
          Math.round((double) full / lean));
    }
  }

  private static byte[] frame(Resource object) {
    var frame = new ByteArrayOutputStream();
    frame.writeBytes("{\"type\":\"MODIFIED\",\"object\":".getBytes(US_ASCII));
    frame.writeBytes(object.toByteArray());
    frame.writeBytes(new byte[] {'}', '\n'});
    return frame.toByteArray();
  }

  private static int delta(Row row, boolean lean) {
    var frame = new ByteArrayOutputStream();
    ObjectDelta.between(
            row.next().key(),
            row.base().version(),
            row.next().version(),
            form(row.base(), lean),
            form(row.next(), lean))
        .writeTo(frame);
    String type = row.deleted() ? "DELETED" : "MODIFIED";
    return "{\"type\":\"%s\",\"delta\":}\n".formatted(type).length() + frame.size();
  }

  private static byte[] form(Resource object, boolean lean) {
    return (lean ? object.withoutManagedFields() : object).toByteArray();
  }

  private static int gzip(byte[] frame) throws IOException {
    var compressed = new ByteArrayOutputStream();
    try (var gzip = new FastGzip(compressed)) {
      gzip.write(frame);
    }
    return compressed.size();
  }

  /** Compresses at level 1, like kube-apiserver. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(ByteArrayOutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
