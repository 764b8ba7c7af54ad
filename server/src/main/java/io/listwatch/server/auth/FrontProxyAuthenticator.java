package io.listwatch.server.auth;

import io.listwatch.time.Timers;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Authenticates users by the headers that an authenticating proxy sets, such as {@code
 * X-Remote-User}. The proxy itself is authenticated by its client certificate; without it the
 * headers are ignored.
 *
 * <p>Thread-safe.
 */
public final class FrontProxyAuthenticator implements Authenticator {
  private final CertificateAuthenticator proxies;
  private final HeaderNames names;

  /**
   * The names of the headers, and the common names of the proxies that may set them.
   *
   * @param users the first of these headers with a value is the user
   * @param extras prefixes of headers
   * @param allowed the common names of proxies; empty for all with a valid certificate
   */
  public record HeaderNames(
      List<String> users,
      List<String> uids,
      List<String> groups,
      List<String> extras,
      List<String> allowed) {
    public HeaderNames {
      users = lowerCase(users);
      uids = lowerCase(uids);
      groups = lowerCase(groups);
      extras = lowerCase(extras);
      allowed = List.copyOf(allowed);
    }

    private static List<String> lowerCase(List<String> names) {
      return names.stream().map(each -> each.toLowerCase(Locale.ROOT)).toList();
    }
  }

  /**
   * @param authorities the certificate authorities of proxies, which must not be those of users
   */
  public FrontProxyAuthenticator(
      Collection<X509Certificate> authorities, HeaderNames names, Timers timers) {
    this.proxies = new CertificateAuthenticator(authorities, timers);
    this.names = names;
  }

  @Override
  public Optional<UserInfo> authenticate(Credentials credentials) {
    RequestHeaders headers = credentials.headers();
    String user = first(headers, names.users);
    if (user.isEmpty() || credentials.certificates().isEmpty()) {
      return Optional.empty();
    }
    return proxies
        .authenticate(credentials)
        .filter(proxy -> names.allowed.isEmpty() || names.allowed.contains(proxy.name()))
        .map(proxy -> user(user, headers));
  }

  private UserInfo user(String name, RequestHeaders headers) {
    var groups = new ArrayList<String>();
    names.groups.forEach(
        header ->
            headers.values(header).stream().filter(each -> !each.isEmpty()).forEach(groups::add));
    boolean anonymous =
        name.equals(UserInfo.ANONYMOUS.name()) || groups.contains(UserInfo.UNAUTHENTICATED);
    if (!anonymous && !groups.contains(UserInfo.AUTHENTICATED)) {
      groups.add(UserInfo.AUTHENTICATED);
    }
    return new UserInfo(name, first(headers, names.uids), groups, extra(headers));
  }

  private static String first(RequestHeaders headers, List<String> names) {
    return names.stream()
        .flatMap(each -> headers.values(each).stream().limit(1))
        .filter(each -> !each.isEmpty())
        .findFirst()
        .orElse("");
  }

  private Map<String, List<String>> extra(RequestHeaders headers) {
    var extra = new HashMap<String, List<String>>();
    for (String prefix : names.extras) {
      for (String header : headers.names()) {
        if (header.startsWith(prefix)) {
          extra
              .computeIfAbsent(key(header.substring(prefix.length())), none -> new ArrayList<>())
              .addAll(headers.values(header));
        }
      }
    }
    return extra;
  }

  /** A key with characters that a header name cannot have is percent-encoded. */
  private static String key(String encoded) {
    try {
      return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return encoded;
    }
  }
}
