package io.listwatch.server.http;

import com.linecorp.armeria.common.HttpHeaders;
import io.listwatch.selector.Quotation;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.exchange.ImpersonationException;
import io.listwatch.server.http.request.PercentDecoding;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The user that a request impersonates, from its {@code Impersonate-} headers. {@link
 * ImpersonationMode} has the verbs that the caller needs.
 *
 * @param user rejected if empty
 */
record Impersonation(
    String user, String uid, List<String> groups, Map<String, List<String>> extra) {
  private static final String PREFIX = "impersonate-";
  private static final String EXTRA = PREFIX + "extra-";
  private static final String ACCOUNT = "system:serviceaccount:";
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  /**
   * Parses the headers; empty if there are none.
   *
   * @throws ImpersonationException if they do not name a user
   */
  static Optional<Impersonation> of(HttpHeaders headers) {
    var extra = new TreeMap<String, List<String>>();
    for (AsciiString name : headers.names()) {
      if (name.startsWith(EXTRA)) {
        extra.put(key(name.toString().substring(EXTRA.length())), headers.getAll(name));
      }
    }
    var asked =
        new Impersonation(
            headers.get(PREFIX + "user", ""),
            headers.get(PREFIX + "uid", ""),
            headers.getAll(PREFIX + "group"),
            extra);
    if (!asked.user.isEmpty()) {
      return Optional.of(asked);
    }
    if (!asked.uid.isEmpty() || !asked.groups.isEmpty() || !extra.isEmpty()) {
      throw new ImpersonationException(
          "requested %s without impersonating a user name".formatted(asked.goString()));
    }
    return Optional.empty();
  }

  /**
   * Header names allow fewer characters than keys of {@code extra}, so these may be
   * percent-encoded.
   */
  private static String key(String name) {
    return PercentDecoding.decode(name);
  }

  /** True if the request impersonates only the name of a user. */
  boolean hasOnlyUser() {
    return uid.isEmpty() && groups.isEmpty() && extra.isEmpty();
  }

  /**
   * Returns namespace and name if the user is a service account. A user with this prefix whose rest
   * is no valid namespace and name is an ordinary user.
   */
  static String @Nullable [] account(String user) {
    String[] parts =
        user.startsWith(ACCOUNT) ? user.substring(ACCOUNT.length()).split(":", -1) : new String[0];
    return parts.length == 2 && isName(parts[0], LABEL, 63) && isName(parts[1], SUBDOMAIN, 253)
        ? parts
        : null;
  }

  private static boolean isName(String name, Pattern form, int maxLength) {
    return name.length() <= maxLength && form.matcher(name).matches();
  }

  /**
   * Returns the impersonated user as if it had authenticated itself.
   *
   * @param fixed groups that the user has in addition
   */
  UserInfo asUser(List<String> fixed) {
    var all = new ArrayList<>(groups);
    all.addAll(fixed);
    String[] account = account(user);
    if (account != null && groups.isEmpty()) {
      all.add("system:serviceaccounts");
      all.add("system:serviceaccounts:" + account[0]);
    }
    boolean anonymous = user.equals(UserInfo.ANONYMOUS.name());
    if (!all.contains(UserInfo.UNAUTHENTICATED)
        && (anonymous || !all.contains(UserInfo.AUTHENTICATED))) {
      all.add(anonymous ? UserInfo.UNAUTHENTICATED : UserInfo.AUTHENTICATED);
    }
    return new UserInfo(user, uid, all, extra);
  }

  /** Formats the value as Go prints kube-apiserver's struct. */
  private String goString() {
    String extras =
        extra.isEmpty()
            ? "(nil)"
            : extra.entrySet().stream()
                .map(each -> Quotation.of(each.getKey()) + ":" + goList(each.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    return "&user.DefaultInfo{Name:\"\", UID:%s, Groups:%s, Extra:map[string][]string%s}"
        .formatted(Quotation.of(uid), goList(groups), extras);
  }

  private static String goList(List<String> values) {
    return values.isEmpty()
        ? "[]string(nil)"
        : values.stream().map(Quotation::of).collect(Collectors.joining(", ", "[]string{", "}"));
  }
}
