package io.listwatch.server.http.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a request: of several values the first stands, what is unknown is ignored. */
public final class QueryParameters {
  private final Map<String, List<String>> values = new LinkedHashMap<>();

  private QueryParameters() {}

  /** Reads the part after the question mark. A pair that cannot be decoded is left out. */
  public static QueryParameters parse(@Nullable String query) {
    var parameters = new QueryParameters();
    if (query != null) {
      for (String pair : query.split("&", -1)) {
        parameters.add(pair);
      }
    }
    return parameters;
  }

  private void add(String pair) {
    if (pair.isEmpty() || pair.indexOf(';') >= 0) {
      return;
    }
    int equals = pair.indexOf('=');
    try {
      String name = URLDecoder.decode(equals < 0 ? pair : pair.substring(0, equals), UTF_8);
      String value = equals < 0 ? "" : URLDecoder.decode(pair.substring(equals + 1), UTF_8);
      values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
    } catch (IllegalArgumentException e) {
      // A stray percent sign: the reference passes over the pair as well.
    }
  }

  /** The same, but for one that has this value alone. */
  public QueryParameters with(String name, String value) {
    QueryParameters changed = without(name);
    changed.values.put(name, List.of(value));
    return changed;
  }

  /** The same, but for one that is absent. */
  public QueryParameters without(String name) {
    var changed = new QueryParameters();
    changed.values.putAll(values);
    changed.values.remove(name);
    return changed;
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Empty if absent. */
  public String text(String name) {
    return values.containsKey(name) ? values.get(name).get(0) : "";
  }

  public List<String> all(String name) {
    return List.copyOf(values.getOrDefault(name, List.of()));
  }

  /** False only if absent, {@code 0} or {@code false}; {@code no} and nothing at all are true. */
  public boolean flag(String name) {
    String value = text(name);
    return has(name) && !value.equals("0") && !value.equalsIgnoreCase("false");
  }

  /** A decimal number of 64 bits; null if absent. */
  public @Nullable Long integer(String name) {
    return has(name) ? (Long) GoNumbers.parseInt(text(name)) : null;
  }
}
