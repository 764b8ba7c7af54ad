package io.listwatch.server.auth.token;

import io.listwatch.server.auth.UserInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Creates the {@link UserInfo} of service accounts. */
final class AccountUsers {
  private static final String EXTRA = "authentication.kubernetes.io/";

  private AccountUsers() {}

  static String name(String namespace, String account) {
    return "system:serviceaccount:" + namespace + ":" + account;
  }

  /**
   * Returns the user of a service account with its name, uid and groups but without {@code extra},
   * as a legacy token authenticates it.
   */
  static UserInfo of(String namespace, TokenClaims.Reference account) {
    return of(namespace, account, Map.of());
  }

  private static UserInfo of(
      String namespace, TokenClaims.Reference account, Map<String, List<String>> extra) {
    return new UserInfo(
        name(namespace, account.name()),
        account.uid(),
        List.of(
            "system:serviceaccounts",
            "system:serviceaccounts:" + namespace,
            UserInfo.AUTHENTICATED),
        extra);
  }

  /** Returns the user with the objects that its token is bound to. */
  static UserInfo of(TokenClaims claims) {
    var extra = new HashMap<String, List<String>>();
    if (!claims.tokenId().isEmpty()) {
      extra.put(EXTRA + "credential-id", List.of("JTI=" + claims.tokenId()));
    }
    TokenClaims.Reference pod = claims.pod();
    if (pod != null && !pod.name().isEmpty() && !pod.uid().isEmpty()) {
      extra.put(EXTRA + "pod-name", List.of(pod.name()));
      extra.put(EXTRA + "pod-uid", List.of(pod.uid()));
    }
    TokenClaims.Reference node = claims.node();
    if (node != null && !node.name().isEmpty()) {
      extra.put(EXTRA + "node-name", List.of(node.name()));
      if (!node.uid().isEmpty()) {
        extra.put(EXTRA + "node-uid", List.of(node.uid()));
      }
    }
    return of(claims.namespace(), claims.account(), extra);
  }
}
