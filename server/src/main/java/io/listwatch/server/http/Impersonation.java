package io.listwatch.server.http;

import com.linecorp.armeria.common.HttpHeaders;
import io.listwatch.selector.Quotation;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.exchange.ImpersonationException;
import io.listwatch.server.http.request.PercentSigns;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whom a request asks to be taken for, by its {@code Impersonate-} headers. Each part of that must
 * be allowed to the one who asks.
 *
 * @param user empty is refused
 */
record Impersonation(
    String user, String uid, List<String> groups, Map<String, List<String>> extra) {
  private static final String PREFIX = "impersonate-";
  private static final String EXTRA = PREFIX + "extra-";
  private static final String ACCOUNT = "system:serviceaccount:";
  private static final String VERB = "impersonate";
  private static final String AUTHENTICATION = "authentication.k8s.io";

  /**
   * What the headers ask for; empty if they ask for nothing of the kind.
   *
   * @throws ImpersonationException if they do not say for whom
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
          "requested %s without impersonating a user name".formatted(asked.goText()));
    }
    return Optional.empty();
  }

  /** Headers have fewer letters than keys, which may therefore be written with per cent signs. */
  private static String key(String name) {
    return PercentSigns.decode(name);
  }

  /** What the one who asks must be allowed to do, all of it. */
  List<AccessRequest> needed(UserInfo caller) {
    var needed = new ArrayList<AccessRequest>();
    String[] account = account();
    needed.add(
        account == null
            ? asked(caller, "", "users", "", null, user)
            : asked(caller, "", "serviceaccounts", "", account[0], account[1]));
    groups.forEach(group -> needed.add(asked(caller, "", "groups", "", null, group)));
    extra.forEach(
        (key, values) ->
            values.forEach(
                value ->
                    needed.add(asked(caller, AUTHENTICATION, "userextras", key, null, value))));
    if (!uid.isEmpty()) {
      needed.add(asked(caller, AUTHENTICATION, "uids", "", null, uid));
    }
    return needed;
  }

  private static AccessRequest asked(
      UserInfo caller,
      String group,
      String resource,
      String subresource,
      @Nullable String namespace,
      String name) {
    return AccessRequest.onResource(caller, VERB, group, resource, subresource, namespace, name);
  }

  /** Namespace and name, if the user is a service account. */
  private String @Nullable [] account() {
    String[] parts =
        user.startsWith(ACCOUNT) ? user.substring(ACCOUNT.length()).split(":", -1) : new String[0];
    return parts.length == 2 ? parts : null;
  }

  /** Whom the request is taken for: as if they had shown who they are. */
  UserInfo asUser() {
    var all = new ArrayList<>(groups);
    String[] account = account();
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

  /** As the reference shows its own value. */
  private String goText() {
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
