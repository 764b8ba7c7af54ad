package io.listwatch.client.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.MalformedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

/** The bytes equal those compressed, at any split of the stream; hostile streams are rejected. */
final class GzipPiecesProperties {
  private static final int HEADER_SIZE = 10;
  private static final int MAX_PIECE = 16 << 10;

  @Property(tries = 300)
  void bytesEqualThoseCompressed(
      @ForAll @Size(min = 1, max = 4) List<byte[]> members,
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 1, max = 40) Integer> cuts)
      throws Exception {
    var plain = new ByteArrayOutputStream();
    var packed = new ByteArrayOutputStream();
    for (byte[] each : members) {
      plain.write(each);
      packed.write(gzip(each));
    }

    assertThat(read(packed.toByteArray(), cuts)).isEqualTo(plain.toByteArray());
  }

  @Property(tries = 200)
  void passesOptionalHeaderFields(
      @ForAll @IntRange(min = 0, max = 15) int optional,
      @ForAll @Size(max = 300) byte[] extra,
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 1, max = 40) Integer> cuts)
      throws Exception {
    byte[] plain = {1, 2, 3};
    byte[] packed = gzip(plain);
    var stream = new ByteArrayOutputStream();
    packed[3] = (byte) (optional << 1);
    stream.write(packed, 0, HEADER_SIZE);
    if ((optional & 2) != 0) {
      stream.write(extra.length & 0xff);
      stream.write(extra.length >> 8);
      stream.write(extra);
    }
    if ((optional & 4) != 0) {
      stream.write("name\0".getBytes(ISO_8859_1));
    }
    if ((optional & 8) != 0) {
      stream.write("\0".getBytes(ISO_8859_1));
    }
    if ((optional & 1) != 0) {
      stream.write(new byte[2]);
    }
    stream.write(packed, HEADER_SIZE, packed.length - HEADER_SIZE);

    assertThat(read(stream.toByteArray(), cuts)).isEqualTo(plain);
  }

  @Property(tries = 200)
  void eachFlushCanBeReadBeforeMoreArrives(@ForAll @Size(max = 6) List<@NotEmpty byte[]> parts)
      throws Exception {
    var packed = new ByteArrayOutputStream();
    var body = new Body();
    var pieces = new GzipPieces(body);
    try (var gzip = new GZIPOutputStream(packed, 512, true)) {
      for (byte[] part : parts) {
        gzip.write(part);
        gzip.flush();
        body.add(packed.toByteArray());
        packed.reset();

        assertThat(drain(pieces)).isEqualTo(part);
        assertThat(pieces.ended()).isFalse();
      }
    }
  }

  @Property(tries = 500)
  void anyChangedByteIsReadOrRejected(
      @ForAll @Size(max = 200) byte[] plain,
      @ForAll @IntRange(min = 0, max = 300) int at,
      @ForAll byte value)
      throws Exception {
    byte[] packed = gzip(plain);
    packed[at % packed.length] = value;

    try {
      assertThat(read(packed, List.of(packed.length))).isNotNull();
    } catch (MalformedException rejected) {
      assertThat(rejected).hasMessageContaining("cannot be decompressed");
    }
  }

  @Example
  void rejectsAWrongChecksum() throws Exception {
    byte[] packed = gzip(new byte[] {1, 2, 3});
    packed[packed.length - 8]++;

    assertThatThrownBy(() -> read(packed, List.of(5)))
        .isInstanceOf(MalformedException.class)
        .hasMessageContaining("checksum");
  }

  @Example
  void rejectsUnknownFlags() throws Exception {
    byte[] packed = gzip(new byte[] {1});
    packed[3] = 0x20;

    assertThatThrownBy(() -> read(packed, List.of(5)))
        .isInstanceOf(MalformedException.class)
        .hasMessageContaining("flags");
  }

  @Example
  void decompressesASmallPieceAtATime() throws Exception {
    var body = new Body();
    body.add(gzip(new byte[10 << 20]));
    body.end();
    var pieces = new GzipPieces(body);
    var checksum = new CRC32();

    while (!pieces.ended()) {
      ByteBuffer piece = pieces.next();
      if (piece != null) {
        assertThat(piece.remaining()).isLessThanOrEqualTo(MAX_PIECE);
        checksum.update(piece);
      }
    }

    var expected = new CRC32();
    expected.update(new byte[10 << 20]);
    assertThat(checksum.getValue()).isEqualTo(expected.getValue());
  }

  @Example
  void closedStreamReturnsNothing() throws Exception {
    var body = new Body();
    body.add(gzip(new byte[MAX_PIECE * 3]));
    var pieces = new GzipPieces(body);
    assertThat(pieces.next()).isNotNull();

    pieces.close();
    pieces.close();

    assertThat(pieces.next()).isNull();
    assertThat(pieces.ended()).isTrue();
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(plain);
    }
    return packed.toByteArray();
  }

  private static byte[] read(byte[] packed, List<Integer> cuts) throws Exception {
    var body = new Body();
    int at = 0;
    for (int i = 0; at < packed.length; i++) {
      int end = Math.min(packed.length, at + cuts.get(i % cuts.size()));
      body.add(Arrays.copyOfRange(packed, at, end));
      at = end;
    }
    body.end();
    var pieces = new GzipPieces(body);
    byte[] found = drain(pieces);
    assertThat(pieces.ended()).isTrue();
    return found;
  }

  private static byte[] drain(GzipPieces pieces) throws InterruptedException {
    var found = new ByteArrayOutputStream();
    for (ByteBuffer piece = pieces.next(); piece != null; piece = pieces.next()) {
      while (piece.hasRemaining()) {
        found.write(piece.get());
      }
    }
    return found.toByteArray();
  }

  /** A body whose pieces a test adds. */
  private static final class Body implements Pieces {
    private final ArrayDeque<ByteBuffer> pieces = new ArrayDeque<>();
    private boolean over;

    void add(byte[] piece) {
      pieces.add(ByteBuffer.wrap(piece));
    }

    void end() {
      over = true;
    }

    @Override
    public @Nullable ByteBuffer next() {
      return pieces.poll();
    }

    @Override
    public boolean ended() {
      return over && pieces.isEmpty();
    }

    @Override
    public void close() {
      pieces.clear();
      over = true;
    }
  }
}
