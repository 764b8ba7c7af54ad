package io.listwatch.server.http.request;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One media range of an {@code Accept} header, such as {@code application/json;as=Table;v=v1}. It
 * is read as kube-apiserver's negotiation reads it: case-sensitive, with spaces as the only white
 * space.
 *
 * @param quality the {@code q} value; 0 if it is not a number
 */
record MediaRange(String type, Map<String, String> parameters, double quality) {
  private static final String ANY = "*/*";

  /**
   * The maximum number of places that sorting moves a range, so that a long header costs little.
   */
  private static final int MAX_MOVES = 12;

  MediaRange {
    parameters = Map.copyOf(parameters);
  }

  /**
   * Parses the media ranges of an {@code Accept} header, the preferred ones first. Ignores those
   * after the first {@value AcceptHeader#MAX_RANGES}.
   */
  static List<MediaRange> parse(String accept) {
    var ranges = new ArrayList<MediaRange>();
    for (String clause : clauses(accept)) {
      clause(clause).ifPresent(range -> insert(range, ranges));
    }
    return ranges;
  }

  /** Returns the parts between commas, up to {@value AcceptHeader#MAX_RANGES} of them. */
  private static List<String> clauses(String header) {
    var clauses = new ArrayList<String>();
    int start = 0;
    int comma = header.indexOf(',');
    while (comma >= 0 && clauses.size() < AcceptHeader.MAX_RANGES - 1) {
      clauses.add(header.substring(start, comma));
      start = comma + 1;
      comma = header.indexOf(',', start);
    }
    clauses.add(comma < 0 ? header.substring(start) : header.substring(start, comma));
    return clauses;
  }

  /** Returns the media types that a header names, without parameters, malformed ones included. */
  static List<String> names(String header) {
    var names = new ArrayList<String>();
    for (String clause : clauses(header)) {
      names.add(trimmed(clause.split(";", 2)[0]));
    }
    return names;
  }

  /** Ranges of equal preference keep the client's order. */
  private static void insert(MediaRange range, List<MediaRange> ranges) {
    int place = ranges.size();
    int least = Math.max(0, place - MAX_MOVES);
    while (place > least && range.isBefore(ranges.get(place - 1))) {
      place--;
    }
    ranges.add(place, range);
  }

  private boolean isBefore(MediaRange other) {
    return quality > other.quality
        || (!type.startsWith("*/") && other.type.startsWith("*/"))
        || (!type.endsWith("/*") && other.type.endsWith("/*"));
  }

  /** Returns empty if the clause does not have a type and a subtype. */
  private static Optional<MediaRange> clause(String text) {
    String[] parts = text.split(";", -1);
    String type = type(parts[0]);
    if (type.isEmpty()) {
      return Optional.empty();
    }
    var parameters = new LinkedHashMap<String, String>();
    double quality = 1;
    for (int i = 1; i < parts.length; i++) {
      String[] pair = parts[i].split("=", -1);
      if (pair.length != 2 || pair[1].isEmpty()) {
        continue;
      }
      if (trimmed(pair[0]).equals("q")) {
        quality = quality(pair[1]);
      } else {
        parameters.put(trimmed(pair[0]), trimmed(pair[1]));
      }
    }
    return Optional.of(new MediaRange(type, parameters, quality));
  }

  private static String type(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length == 1) {
      return trimmed(text).equals("*") ? ANY : "";
    }
    return parts.length == 2 && !parts[1].isEmpty()
        ? trimmed(parts[0]) + "/" + trimmed(parts[1])
        : "";
  }

  private static double quality(String text) {
    try {
      return text.equals(text.trim()) ? Double.parseDouble(text) : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static String trimmed(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && text.charAt(start) == ' ') {
      start++;
    }
    while (end > start && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(start, end);
  }

  String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }

  boolean matches(String mediaType) {
    return type.equals(mediaType)
        || type.equals(ANY)
        || type.equals(mediaType.substring(0, mediaType.indexOf('/')) + "/*");
  }
}
