package io.listwatch.objects.schema;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parses IP addresses and CIDR values like Go, without any DNS lookup. */
public final class IpText {
  private static final int V4_BYTES = 4;
  private static final int V6_BYTES = 16;
  private static final int MAX_GROUP_DIGITS = 4;
  private static final int MAX_PREFIX_DIGITS = 3;

  private IpText() {}

  /**
   * Returns the four or sixteen bytes of an address; null if it is malformed. Accepts leading
   * zeros, because kube-apiserver has stored such addresses in the past.
   */
  public static byte @Nullable [] parse(String text) {
    return text.indexOf(':') >= 0 ? parseV6(text) : parseV4(text);
  }

  private static byte @Nullable [] parseV4(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != V4_BYTES) {
      return null;
    }
    byte[] bytes = new byte[V4_BYTES];
    for (int i = 0; i < parts.length; i++) {
      int number = decimal(parts[i], 255);
      if (number < 0) {
        return null;
      }
      bytes[i] = (byte) number;
    }
    return bytes;
  }

  /** At most one {@code ::} is allowed, for one or more groups of zeros. */
  private static byte @Nullable [] parseV6(String text) {
    int gap = text.indexOf("::");
    if (gap != text.lastIndexOf("::")) {
      return null;
    }
    byte[] head = groups(gap < 0 ? text : text.substring(0, gap), gap < 0);
    byte[] tail = groups(gap < 0 ? "" : text.substring(gap + 2), true);
    if (head == null || tail == null) {
      return null;
    }
    int length = head.length + tail.length;
    if (gap < 0 ? length != V6_BYTES : length > V6_BYTES - 2) {
      return null;
    }
    byte[] bytes = Arrays.copyOf(head, V6_BYTES);
    System.arraycopy(tail, 0, bytes, V6_BYTES - tail.length, tail.length);
    return bytes;
  }

  /** Parses groups separated by colons; the last one may be an IPv4 address. */
  private static byte @Nullable [] groups(String text, boolean last) {
    if (text.isEmpty()) {
      return new byte[0];
    }
    String[] parts = text.split(":", -1);
    int count = parts.length;
    byte[] embedded = new byte[0];
    if (last && parts[count - 1].indexOf('.') >= 0) {
      count--;
      embedded = parseV4(parts[count]);
      if (embedded == null) {
        return null;
      }
    }
    byte[] bytes = new byte[2 * count + embedded.length];
    for (int i = 0; i < count; i++) {
      int number = hexadecimal(parts[i]);
      if (number < 0) {
        return null;
      }
      bytes[2 * i] = (byte) (number >> 8);
      bytes[2 * i + 1] = (byte) number;
    }
    System.arraycopy(embedded, 0, bytes, 2 * count, embedded.length);
    return bytes;
  }

  private static int hexadecimal(String text) {
    return text.length() > MAX_GROUP_DIGITS ? -1 : number(text, 16, 0xffff);
  }

  private static int decimal(String text, int max) {
    return number(text, 10, max);
  }

  /** Returns a negative number if the string is not a number, or too large. */
  private static int number(String text, int radix, int max) {
    int number = text.isEmpty() ? -1 : 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int digit = c < 0x80 ? Character.digit(c, radix) : -1;
      number = number * radix + digit;
      if (digit < 0 || number > max) {
        return -1;
      }
    }
    return number;
  }

  /**
   * True if a number in an address or CIDR has a leading zero, which some parsers read as octal and
   * others as decimal.
   */
  public static boolean hasLeadingZeros(String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    String dotted = address.substring(address.lastIndexOf(':') + 1);
    boolean inAddress =
        dotted.indexOf('.') >= 0 && Arrays.stream(dotted.split("\\.")).anyMatch(IpText::padded);
    return inAddress || (slash >= 0 && padded(text.substring(slash + 1)));
  }

  private static boolean padded(String number) {
    return number.length() > 1 && number.charAt(0) == '0';
  }

  /** Returns the bytes of a CIDR's address; null if it is malformed. */
  public static byte @Nullable [] address(String network) {
    return prefix(network) < 0 ? null : parse(network.substring(0, network.indexOf('/')));
  }

  /** Returns the prefix length of a CIDR; -1 if it is malformed. */
  public static int prefix(String network) {
    int slash = network.indexOf('/');
    byte[] address = slash < 0 ? null : parse(network.substring(0, slash));
    String bits = network.substring(slash + 1);
    return address == null || bits.length() > MAX_PREFIX_DIGITS
        ? -1
        : decimal(bits, 8 * address.length);
  }

  /** Returns an address in RFC 5952 form: lower case, {@code ::} for the longest run of zeros. */
  public static String spell(byte[] address) {
    int[] groups = new int[address.length / 2];
    for (int i = 0; i < groups.length; i++) {
      groups[i] = (address[2 * i] & 0xff) << 8 | (address[2 * i + 1] & 0xff);
    }
    if (address.length == V4_BYTES) {
      return "%d.%d.%d.%d"
          .formatted(groups[0] >> 8, groups[0] & 0xff, groups[1] >> 8, groups[1] & 0xff);
    }
    int[] gap = longestGap(groups);
    return gap[0] == gap[1]
        ? hexadecimal(groups, 0, groups.length)
        : hexadecimal(groups, 0, gap[0]) + "::" + hexadecimal(groups, gap[1], groups.length);
  }

  /** Returns a CIDR value in RFC 5952 form; null if it is malformed. */
  public static @Nullable String spellNetwork(String text) {
    byte[] address = address(text);
    return address == null ? null : spell(address) + "/" + prefix(text);
  }

  /** Returns start and end of the longest run of zero groups. A single group is not a run. */
  private static int[] longestGap(int[] groups) {
    int[] longest = {0, 0};
    for (int start = 0; start < groups.length; start++) {
      int end = start;
      while (end < groups.length && groups[end] == 0) {
        end++;
      }
      if (end - start > Math.max(1, longest[1] - longest[0])) {
        longest = new int[] {start, end};
      }
    }
    return longest;
  }

  private static String hexadecimal(int[] groups, int from, int to) {
    return Arrays.stream(groups, from, to)
        .mapToObj(Integer::toHexString)
        .collect(Collectors.joining(":"));
  }
}
