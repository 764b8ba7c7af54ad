package io.listwatch.server.http.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The query parameters of a request. Of several values the first one counts; unknown parameters are
 * ignored.
 */
public final class QueryParameters {
  /** The limit of Go's {@code net/url}. */
  static final int MAX_PARAMETERS = 10_000;

  /**
   * The length of the selectors that an event loop may parse, in about a millisecond. Workers parse
   * longer ones.
   */
  private static final int MAX_PARSED_ON_LOOP = 4_096;

  private static final String LABELS = "labelSelector";
  private static final String FIELDS = "fieldSelector";

  private final Map<String, List<String>> values = new LinkedHashMap<>();
  private final ParsedSelector<LabelSelector> labels;
  private final ParsedSelector<FieldSelector> fields;

  private QueryParameters() {
    this(new ParsedSelector<>(LabelSelector::parse), new ParsedSelector<>(FieldSelector::parse));
  }

  private QueryParameters(
      ParsedSelector<LabelSelector> labels, ParsedSelector<FieldSelector> fields) {
    this.labels = labels;
    this.fields = fields;
  }

  /**
   * Parses a query string. A pair that cannot be decoded is ignored, and so are all pairs if there
   * are too many, as in kube-apiserver.
   */
  public static QueryParameters parse(@Nullable String query) {
    var parameters = new QueryParameters();
    if (query != null && query.chars().filter(c -> c == '&').count() < MAX_PARAMETERS) {
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
      // An invalid escape: kube-apiserver ignores the pair, too.
    }
  }

  /** Returns the same parameters with this single value for one of them. */
  public QueryParameters with(String name, String value) {
    QueryParameters changed = without(name);
    changed.values.put(name, List.of(value));
    return changed;
  }

  /** Returns the same parameters without one of them. */
  public QueryParameters without(String name) {
    var changed = new QueryParameters(labels, fields);
    changed.values.putAll(values);
    changed.values.remove(name);
    return changed;
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Returns the value; empty if absent. */
  public String text(String name) {
    return values.containsKey(name) ? values.get(name).get(0) : "";
  }

  public List<String> all(String name) {
    return List.copyOf(values.getOrDefault(name, List.of()));
  }

  /** True if {@link #parseSelectors} should be called before the selectors are needed. */
  public boolean hasLongSelectors() {
    return text(LABELS).length() + text(FIELDS).length() > MAX_PARSED_ON_LOOP;
  }

  /**
   * Parses the selectors and returns these parameters. Reports no error: {@link #labels} and {@link
   * #fields} do.
   */
  public QueryParameters parseSelectors() {
    labels.prepare(text(LABELS));
    fields.prepare(text(FIELDS));
    return this;
  }

  /**
   * Returns the label selector.
   *
   * @throws io.listwatch.model.ApiException if it is malformed
   */
  public LabelSelector labels() {
    return labels.of(text(LABELS));
  }

  /**
   * Returns the field selector.
   *
   * @throws io.listwatch.model.ApiException if it is malformed
   */
  public FieldSelector fields() {
    return fields.of(text(FIELDS));
  }

  /** False only if absent, {@code 0} or {@code false}; {@code no} and an empty value are true. */
  public boolean flag(String name) {
    String value = text(name);
    return has(name) && !value.equals("0") && !value.equalsIgnoreCase("false");
  }

  /** Returns a 64-bit decimal number; null if absent. */
  public @Nullable Long integer(String name) {
    return has(name) ? (Long) GoNumbers.parseInt(text(name)) : null;
  }
}
