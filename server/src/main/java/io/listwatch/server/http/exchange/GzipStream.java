package io.listwatch.server.http.exchange;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Compresses like kube-apiserver: at a fast level, and only long responses. Small writes are
 * buffered, because each call of the compressor costs as much as compressing hundreds of bytes.
 */
public final class GzipStream extends BufferedOutputStream {
  /** Responses longer than this are compressed. */
  public static final int THRESHOLD = 128 * 1024;

  private static final int BUFFER = 8 * 1024;

  private final Compressor compressor;

  GzipStream(OutputStream out) throws IOException {
    this(new Compressor(out));
  }

  private GzipStream(Compressor compressor) {
    super(compressor, BUFFER);
    this.compressor = compressor;
  }

  public static void addHeaders(ResponseHeadersBuilder headers) {
    headers
        .set(HttpHeaderNames.CONTENT_ENCODING, "gzip")
        .add(HttpHeaderNames.VARY, "Accept-Encoding");
  }

  static byte[] compress(byte[] body) {
    var compressed = new ByteArrayOutputStream(body.length / 4);
    try (var gzip = new GzipStream(compressed)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return compressed.toByteArray();
  }

  /** Writes the rest of the compressed bytes. Leaves the underlying stream open. */
  void finish() throws IOException {
    flush();
    compressor.finish();
  }

  /** Frees the native memory of a stream that will not be finished. */
  void abandon() {
    compressor.abandon();
  }

  private static final class Compressor extends GZIPOutputStream {
    private Compressor(OutputStream out) throws IOException {
      super(out, BUFFER);
      def.setLevel(Deflater.BEST_SPEED);
    }

    private void abandon() {
      def.end();
    }
  }
}
