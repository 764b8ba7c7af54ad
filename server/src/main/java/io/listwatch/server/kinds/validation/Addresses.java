package io.listwatch.server.kinds.validation;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads addresses of the internet from text, and never asks anybody about a name. */
final class Addresses {
  private static final int V4_BYTES = 4;
  private static final int V6_BYTES = 16;
  private static final int GROUPS = 8;

  private Addresses() {}

  /** The bytes of an address, four or sixteen; null if the text is none. */
  static byte @Nullable [] parse(String text) {
    return text.indexOf(':') >= 0 ? parseV6(text) : parseV4(text);
  }

  static boolean isV6(String text) {
    return text.indexOf(':') >= 0;
  }

  /** Leading zeros are let pass, as the reference does for what it has stored before. */
  private static byte @Nullable [] parseV4(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != V4_BYTES) {
      return null;
    }
    byte[] bytes = new byte[V4_BYTES];
    for (int i = 0; i < parts.length; i++) {
      int number = number(parts[i], 10, 255, 8);
      if (number < 0) {
        return null;
      }
      bytes[i] = (byte) number;
    }
    return bytes;
  }

  private static byte @Nullable [] parseV6(String text) {
    int gap = text.indexOf("::");
    if (gap != text.lastIndexOf("::")) {
      return null;
    }
    byte[] head = groups(gap < 0 ? text : text.substring(0, gap), gap < 0);
    byte[] tail = gap < 0 ? new byte[0] : groups(text.substring(gap + 2), true);
    if (head == null || tail == null) {
      return null;
    }
    int length = head.length + tail.length;
    if (gap < 0 ? length != V6_BYTES : length > V6_BYTES - 2) {
      return null;
    }
    byte[] bytes = new byte[V6_BYTES];
    System.arraycopy(head, 0, bytes, 0, head.length);
    System.arraycopy(tail, 0, bytes, V6_BYTES - tail.length, tail.length);
    return bytes;
  }

  /** Groups between colons; the last may be an address of four bytes. */
  private static byte @Nullable [] groups(String text, boolean last) {
    if (text.isEmpty()) {
      return new byte[0];
    }
    String[] parts = text.split(":", -1);
    if (parts.length > GROUPS) {
      return null;
    }
    byte[] embedded = null;
    int count = parts.length;
    if (last && parts[count - 1].indexOf('.') >= 0) {
      embedded = parseV4(parts[count - 1]);
      if (embedded == null) {
        return null;
      }
      count--;
    }
    byte[] bytes = new byte[2 * count + (embedded == null ? 0 : V4_BYTES)];
    for (int i = 0; i < count; i++) {
      int number = number(parts[i], 16, 0xffff, 4);
      if (number < 0) {
        return null;
      }
      bytes[2 * i] = (byte) (number >> 8);
      bytes[2 * i + 1] = (byte) number;
    }
    if (embedded != null) {
      System.arraycopy(embedded, 0, bytes, 2 * count, V4_BYTES);
    }
    return bytes;
  }

  private static int number(String text, int radix, int max, int maxDigits) {
    if (text.isEmpty() || text.length() > maxDigits) {
      return -1;
    }
    int number = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int digit = c < 0x80 ? Character.digit(c, radix) : -1;
      if (digit < 0) {
        return -1;
      }
      number = number * radix + digit;
    }
    return number > max ? -1 : number;
  }

  /** Numbers with a zero before them are octal for some, decimal for others. */
  static boolean hasLeadingZeros(String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    String dotted = address.substring(address.lastIndexOf(':') + 1);
    boolean inAddress =
        dotted.indexOf('.') >= 0
            && List.of(dotted.split("\\.")).stream().anyMatch(Addresses::padded);
    return inAddress || (slash >= 0 && padded(text.substring(slash + 1)));
  }

  private static boolean padded(String number) {
    return number.length() > 1 && number.charAt(0) == '0';
  }

  /** Whether four bytes were written as sixteen. */
  static boolean isMapped(byte[] address) {
    if (address.length != V6_BYTES) {
      return false;
    }
    for (int i = 0; i < V6_BYTES - V4_BYTES; i++) {
      int expected = i < 10 ? 0 : 0xff;
      if ((address[i] & 0xff) != expected) {
        return false;
      }
    }
    return true;
  }

  /** The one spelling of sixteen bytes: small letters, and the longest run of zeros left out. */
  static String canonical(byte[] address) {
    int[] groups = new int[GROUPS];
    for (int i = 0; i < GROUPS; i++) {
      groups[i] = (address[2 * i] & 0xff) << 8 | (address[2 * i + 1] & 0xff);
    }
    int gap = 0;
    int length = 1;
    for (int i = 0; i < GROUPS; i++) {
      int zeros = zerosFrom(groups, i);
      if (zeros > length) {
        gap = i;
        length = zeros;
      }
    }
    return length == 1
        ? spelled(groups, 0, GROUPS)
        : spelled(groups, 0, gap) + "::" + spelled(groups, gap + length, GROUPS);
  }

  /** The one spelling of an address with the bits of its network. */
  static String network(byte[] address, int bits) {
    String spelled =
        address.length == V6_BYTES
            ? canonical(address)
            : IntStream.range(0, V4_BYTES)
                .mapToObj(i -> String.valueOf(address[i] & 0xff))
                .collect(Collectors.joining("."));
    return spelled + "/" + bits;
  }

  private static int zerosFrom(int[] groups, int start) {
    int end = start;
    while (end < groups.length && groups[end] == 0) {
      end++;
    }
    return end - start;
  }

  private static String spelled(int[] groups, int start, int end) {
    return IntStream.range(start, end)
        .mapToObj(i -> Integer.toHexString(groups[i]))
        .collect(Collectors.joining(":"));
  }

  static boolean hasBitsAfter(byte[] address, int bits) {
    for (int i = bits; i < address.length * 8; i++) {
      if ((address[i / 8] & (0x80 >> (i % 8))) != 0) {
        return true;
      }
    }
    return false;
  }

  /** The bits of a network's prefix; -1 if the text is no network. */
  static int prefix(String network) {
    int slash = network.indexOf('/');
    byte[] address = slash < 0 ? null : parse(network.substring(0, slash));
    return address == null ? -1 : number(network.substring(slash + 1), 10, address.length * 8, 3);
  }

  /** Whether an address is of a network, and not the same network or a larger one. */
  static boolean strictlyContains(String network, String part) {
    int bits = prefix(network);
    int partBits = prefix(part);
    byte[] outer = parse(network.substring(0, Math.max(0, network.indexOf('/'))));
    byte[] inner = parse(part.substring(0, Math.max(0, part.indexOf('/'))));
    if (bits < 0 || partBits <= bits || outer == null || inner == null) {
      return false;
    }
    return outer.length == inner.length && samePrefix(outer, inner, bits);
  }

  private static boolean samePrefix(byte[] one, byte[] other, int bits) {
    for (int i = 0; i < bits; i++) {
      int mask = 0x80 >> (i % 8);
      if ((one[i / 8] & mask) != (other[i / 8] & mask)) {
        return false;
      }
    }
    return true;
  }
}
