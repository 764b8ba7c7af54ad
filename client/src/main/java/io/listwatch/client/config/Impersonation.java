package io.listwatch.client.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * User impersonation.
 *
 * @param user empty for none
 * @param uid empty for none
 */
public record Impersonation(
    String user, String uid, List<String> groups, Map<String, List<String>> extra) {
  /** No impersonation. */
  public static final Impersonation NONE = new Impersonation("", "", List.of(), Map.of());

  public Impersonation {
    groups = List.copyOf(groups);
    extra = Map.copyOf(extra);
    if (user.isEmpty() && !(uid.isEmpty() && groups.isEmpty() && extra.isEmpty())) {
      throw new IllegalArgumentException(
          "user: empty (expected: a user, because uid, groups or extra are set)");
    }
  }

  /** Returns the {@code Impersonate-} headers, names and values in turn. */
  public List<String> headers() {
    var headers = new ArrayList<String>();
    if (!user.isEmpty()) {
      headers.addAll(List.of("Impersonate-User", user));
    }
    if (!uid.isEmpty()) {
      headers.addAll(List.of("Impersonate-Uid", uid));
    }
    groups.forEach(group -> headers.addAll(List.of("Impersonate-Group", group)));
    extra.forEach(
        (key, values) -> values.forEach(value -> headers.addAll(List.of(extraName(key), value))));
    return headers;
  }

  private static String extraName(String key) {
    String encoded = URLEncoder.encode(key.toLowerCase(Locale.ROOT), UTF_8).replace("+", "%20");
    return "Impersonate-Extra-" + encoded;
  }
}
