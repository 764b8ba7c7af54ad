package io.listwatch.server.http.request;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of a long {@code Accept} header that is read. */
public final class AcceptHeader {
  /** The number of media ranges that are read. Clients send a handful. */
  static final int MAX_RANGES = 256;

  /** The number of characters that are read. */
  static final int MAX_LENGTH = 16 * 1024;

  private AcceptHeader() {}

  /**
   * Returns the media ranges that are read, as one line; null if all of them are read.
   *
   * @param lines the values of all {@code Accept} headers of a request
   */
  public static @Nullable String shortened(List<? extends CharSequence> lines) {
    if (lines.isEmpty() || (lines.size() == 1 && lines.get(0).length() < MAX_RANGES)) {
      return null;
    }
    String all = String.join(",", lines);
    int end = end(all);
    return end == all.length() ? null : all.substring(0, end);
  }

  private static int end(String header) {
    int end = header.length() <= MAX_LENGTH ? header.length() : lastComma(header);
    int comma = header.indexOf(',');
    for (int ranges = 1; comma >= 0 && comma < end; ranges++) {
      if (ranges == MAX_RANGES) {
        return comma;
      }
      comma = header.indexOf(',', comma + 1);
    }
    return end;
  }

  /** Returns the end of the last range that is not too long; 0 if there is none. */
  private static int lastComma(String header) {
    return Math.max(0, header.lastIndexOf(',', MAX_LENGTH));
  }
}
