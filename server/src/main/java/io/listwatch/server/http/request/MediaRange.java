package io.listwatch.server.http.request;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One media range of an {@code Accept} header, such as {@code application/json;as=Table;v=v1}.
 *
 * @param quality the {@code q} value, from 0 to 1
 */
record MediaRange(String type, Map<String, String> parameters, double quality) {
  MediaRange {
    parameters = Map.copyOf(parameters);
  }

  /** Parses the media ranges of an {@code Accept} header, highest quality first. */
  static List<MediaRange> parse(String accept) {
    var ranges = new ArrayList<MediaRange>();
    for (String clause : accept.split(",", -1)) {
      if (!clause.isBlank()) {
        ranges.add(clause(clause));
      }
    }
    // The sort is stable: ranges of equal quality keep the client's order.
    ranges.sort(Comparator.comparingDouble(MediaRange::quality).reversed());
    return ranges;
  }

  private static MediaRange clause(String text) {
    String[] parts = text.split(";", -1);
    var parameters = new LinkedHashMap<String, String>();
    for (int i = 1; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      if (equals > 0) {
        parameters.put(parts[i].substring(0, equals).trim(), parts[i].substring(equals + 1).trim());
      }
    }
    String type = parts.length == 0 ? "" : parts[0].trim().toLowerCase(Locale.ROOT);
    return new MediaRange(type, parameters, parseQuality(parameters.getOrDefault("q", "1")));
  }

  private static double parseQuality(String text) {
    try {
      double quality = Double.parseDouble(text);
      return quality >= 0 && quality <= 1 ? quality : 1;
    } catch (NumberFormatException e) {
      return 1;
    }
  }

  String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }

  boolean matches(String mediaType) {
    return type.equals(mediaType)
        || type.equals("*/*")
        || type.equals(mediaType.substring(0, mediaType.indexOf('/')) + "/*");
  }
}
