package io.listwatch.bench.load;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponseWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Writes a prepared body in parts of 64 KiB, each once the previous one is consumed. */
final class FloorBody {
  static final int PIECE = 64 << 10;

  private final HttpResponseWriter writer;
  private final byte[] body;
  private final @Nullable Compression compression;
  private int position;

  FloorBody(HttpResponseWriter writer, byte[] body, boolean compressed) {
    this.writer = writer;
    this.body = body;
    this.compression = compressed ? new Compression() : null;
  }

  void thenRun(Runnable end) {
    if (position == body.length) {
      end.run();
      return;
    }
    int length = Math.min(PIECE, body.length - position);
    HttpData piece = HttpData.wrap(body, position, length);
    position += length;
    if (writer.tryWrite(compression == null ? piece : compression.of(piece))) {
      var unused = writer.whenConsumed().thenRun(() -> thenRun(end));
    }
  }

  /** Uses the fastest compression level, like API servers. */
  private final class Compression {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(PIECE);
    private final Fast gzip;

    Compression() {
      try {
        gzip = new Fast(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    HttpData of(HttpData piece) {
      try {
        gzip.write(piece.array());
        if (position == body.length) {
          gzip.close();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      var compressed = HttpData.wrap(out.toByteArray());
      out.reset();
      return compressed;
    }
  }

  private static final class Fast extends GZIPOutputStream {
    Fast(ByteArrayOutputStream out) throws IOException {
      super(out, 8 << 10);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
