package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Random;

/**
 * The objects of the load: ConfigMaps of about 2 KB with random words, and a sequence number in a
 * label that identifies the update of an event.
 */
public final class ConfigMaps {
  static final String PATH = "/api/v1/namespaces/default/configmaps";

  /** The bytes before the sequence number. In managedFields, the label has another form. */
  private static final ByteBuf SEQUENCE =
      Unpooled.unreleasableBuffer(Unpooled.copiedBuffer("\"sequence\":\"", UTF_8));

  private static final int DIGITS = 9;

  /** Length of the text in an object, in bytes. */
  static final int TEXT = 1_700;

  private static final String[] WORDS = words();

  private ConfigMaps() {}

  private static String[] words() {
    var random = new Random(7);
    return random
        .ints(2_000, 3, 11)
        .mapToObj(
            length ->
                random
                    .ints(length, 'a', 'z' + 1)
                    .collect(
                        StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString())
        .toArray(String[]::new);
  }

  static String name(int index) {
    return "load-%05d".formatted(index);
  }

  /** Returns an object as a client submits it. */
  static byte[] submitted(int index, long sequence) {
    return submitted(index, sequence, TEXT);
  }

  /** Returns an object as a client submits it, with a text of this length. */
  public static byte[] submitted(int index, long sequence, int text) {
    return json(index, sequence, "", text);
  }

  /** Returns an object as a server returns it, for a floor that is measured alone. */
  static byte[] served(int index) {
    String given =
        """
        ,"uid":"5bb2ba0b-9b9c-4d0f-8e9d-%012d","resourceVersion":"%d","creationTimestamp":"2026-11-01T00:00:00Z"\
        """
            .formatted(index, 1_000 + index);
    return json(index, 0, given, TEXT);
  }

  private static byte[] json(int index, long sequence, String given, int size) {
    var random = new Random(index);
    var text = new StringBuilder();
    while (text.length() < size) {
      text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
    }
    return """
    {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"%s","namespace":"default"%s,\
    "labels":{"sequence":"%09d"}},"data":{"text":"%s"}}\
    """
        .formatted(name(index), given, sequence, text)
        .getBytes(UTF_8);
  }

  /** Returns the same object with another sequence number, for a floor that forwards its input. */
  static byte[] numbered(byte[] object, long sequence) {
    byte[] copy = object.clone();
    int digits = findSequence(Unpooled.wrappedBuffer(copy), 0, copy.length, 0);
    byte[] number = "%09d".formatted(sequence).getBytes(UTF_8);
    System.arraycopy(number, 0, copy, digits, DIGITS);
    return copy;
  }

  /**
   * Finds the sequence number of the object between {@code start} and {@code end}.
   *
   * @param guess the offset of the digits in an earlier object, tried first
   * @return the offset of the digits from the start
   */
  static int findSequence(ByteBuf frames, int start, int end, int guess) {
    int length = SEQUENCE.readableBytes();
    if (start + guess + DIGITS <= end
        && guess >= length
        && ByteBufUtil.equals(SEQUENCE, 0, frames, start + guess - length, length)) {
      return guess;
    }
    int found = ByteBufUtil.indexOf(SEQUENCE, frames.slice(start, end - start));
    if (found < 0) {
      throw new IllegalStateException(
          "event without a number: " + frames.toString(start, end - start, UTF_8));
    }
    return found + length;
  }

  static long sequence(ByteBuf frames, int digits) {
    long sequence = 0;
    for (int i = digits; i < digits + DIGITS; i++) {
      sequence = sequence * 10 + frames.getByte(i) - '0';
    }
    return sequence;
  }
}
