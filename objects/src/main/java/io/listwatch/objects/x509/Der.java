package io.listwatch.objects.x509;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Encodes values in DER: each is a tag, a length and its content. */
public final class Der {
  static final int BOOLEAN = 0x01;
  static final int INTEGER = 0x02;
  static final int BITS = 0x03;
  static final int OCTETS = 0x04;
  static final int OBJECT_ID = 0x06;
  static final int SEQUENCE = 0x30;

  private static final int NULL = 0x05;
  private static final int UTF8_STRING = 0x0C;
  private static final int UTC_TIME = 0x17;
  private static final int GENERALIZED_TIME = 0x18;
  static final int SET = 0x31;
  private static final int CONTEXT = 0x80;
  private static final int CONSTRUCTED = 0x20;

  private static final DateTimeFormatter SHORT_YEAR =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter LONG_YEAR =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  /** Times before this one have years of two digits, later ones of four. */
  private static final Instant SHORT_YEARS_END = Instant.parse("2050-01-01T00:00:00Z");

  private Der() {}

  public static byte[] sequence(byte[]... parts) {
    return value(SEQUENCE, joined(parts));
  }

  public static byte[] set(byte[]... parts) {
    return value(SET, joined(parts));
  }

  public static byte[] bool(boolean value) {
    return value(BOOLEAN, new byte[] {(byte) (value ? 0xFF : 0)});
  }

  public static byte[] integer(BigInteger value) {
    return value(INTEGER, value.toByteArray());
  }

  public static byte[] integer(long value) {
    return integer(BigInteger.valueOf(value));
  }

  /** Encodes bytes as a BIT STRING. */
  public static byte[] bits(byte[] content) {
    return value(BITS, joined(new byte[] {0}, content));
  }

  /**
   * Encodes the flags of one byte as a BIT STRING, the highest first; trailing zeros are left out.
   */
  public static byte[] flags(int flags) {
    int unused = Integer.numberOfTrailingZeros(flags);
    return value(BITS, new byte[] {(byte) unused, (byte) flags});
  }

  public static byte[] octets(byte[] content) {
    return value(OCTETS, content);
  }

  public static byte[] nothing() {
    return value(NULL, new byte[0]);
  }

  public static byte[] text(String text) {
    return value(UTF8_STRING, text.getBytes(UTF_8));
  }

  /** Encodes an object identifier such as {@code 2.5.4.3}. */
  public static byte[] id(String dotted) {
    String[] arcs = dotted.split("\\.", -1);
    var content = new ByteArrayOutputStream();
    writeArc(content, Long.parseLong(arcs[0]) * 40 + Long.parseLong(arcs[1]));
    for (int i = 2; i < arcs.length; i++) {
      writeArc(content, Long.parseLong(arcs[i]));
    }
    return value(OBJECT_ID, content.toByteArray());
  }

  /** Writes seven bits in each byte, with the highest bit set in all but the last. */
  private static void writeArc(ByteArrayOutputStream out, long arc) {
    int groups = Math.max(1, (64 - Long.numberOfLeadingZeros(arc) + 6) / 7);
    for (int i = groups - 1; i >= 0; i--) {
      out.write((int) (arc >>> (7 * i) & 0x7F) | (i == 0 ? 0 : 0x80));
    }
  }

  /** Encodes a time, in whole seconds. */
  public static byte[] time(Instant time) {
    return time.isBefore(SHORT_YEARS_END)
        ? value(UTC_TIME, SHORT_YEAR.format(time).getBytes(US_ASCII))
        : value(GENERALIZED_TIME, LONG_YEAR.format(time).getBytes(US_ASCII));
  }

  /** Encodes values with an explicit context-specific tag. */
  public static byte[] tagged(int number, byte[]... values) {
    return value(CONTEXT | CONSTRUCTED | number, joined(values));
  }

  /** Encodes content with an implicit context-specific tag. */
  public static byte[] implicit(int number, byte[] content) {
    return value(CONTEXT | number, content);
  }

  private static byte[] value(int tag, byte[] content) {
    var out = new ByteArrayOutputStream(content.length + 6);
    out.write(tag);
    if (content.length < 0x80) {
      out.write(content.length);
    } else {
      byte[] length = BigInteger.valueOf(content.length).toByteArray();
      int start = length[0] == 0 ? 1 : 0;
      out.write(0x80 | (length.length - start));
      out.write(length, start, length.length - start);
    }
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    var out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
