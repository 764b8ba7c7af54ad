package io.listwatch.server.http;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A way to impersonate, in the order in which kube-apiserver tries them. All but the last are
 * constrained: the caller also needs a verb such as {@code impersonate-on:user-info:list} for the
 * request that it makes as the other user.
 */
enum ImpersonationMode {
  /** A service account impersonates the node of its pod. */
  ASSOCIATED_NODE("associated-node") {
    @Override
    boolean appliesTo(Impersonation wanted, UserInfo caller) {
      String node = node(wanted.user());
      return node != null
          && wanted.hasOnlyUser()
          && Impersonation.account(caller.name()) != null
          && caller.extra().getOrDefault(NODE_NAME, List.of()).equals(List.of(node));
    }

    /** Sends only the keys of the extras, as kube-apiserver does: their values name the node. */
    @Override
    UserInfo asking(UserInfo caller) {
      return new UserInfo(
          caller.name(),
          caller.uid(),
          caller.groups(),
          Map.of(
              "authentication.kubernetes.io/associated-node-keys",
              List.copyOf(caller.extra().keySet())));
    }
  },

  ARBITRARY_NODE("arbitrary-node") {
    @Override
    boolean appliesTo(Impersonation wanted, UserInfo caller) {
      return wanted.hasOnlyUser() && node(wanted.user()) != null;
    }
  },

  SERVICE_ACCOUNT("serviceaccount") {
    @Override
    boolean appliesTo(Impersonation wanted, UserInfo caller) {
      return wanted.hasOnlyUser() && Impersonation.account(wanted.user()) != null;
    }
  },

  /** Any other user, with groups, extras and uid. */
  USER_INFO("user-info") {
    @Override
    boolean appliesTo(Impersonation wanted, UserInfo caller) {
      return node(wanted.user()) == null && Impersonation.account(wanted.user()) == null;
    }
  },

  /** The verb {@code impersonate} alone, for all requests of the other user. */
  LEGACY("") {
    @Override
    boolean appliesTo(Impersonation wanted, UserInfo caller) {
      return true;
    }
  };

  private static final String NODE = "system:node:";
  private static final String NODE_NAME = "authentication.kubernetes.io/node-name";
  private static final String AUTHENTICATION = "authentication.k8s.io";
  private static final Pattern NODE_NAMES =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final int MAX_NODE_NAME = 253;

  private final String word;

  ImpersonationMode(String word) {
    this.word = word;
  }

  /** True if this mode may impersonate the wanted user. */
  abstract boolean appliesTo(Impersonation wanted, UserInfo caller);

  /** Returns the caller as the authorizer sees it. */
  UserInfo asking(UserInfo caller) {
    return caller;
  }

  boolean isConstrained() {
    return this != LEGACY;
  }

  /** Returns the name of the node if the user is one, else null. */
  private static @Nullable String node(String user) {
    String name = user.startsWith(NODE) ? user.substring(NODE.length()) : "";
    return name.length() <= MAX_NODE_NAME && NODE_NAMES.matcher(name).matches() ? name : null;
  }

  /**
   * Returns the requests that must all be allowed.
   *
   * @param request of the caller, as it is without the impersonation
   */
  List<AccessRequest> needed(Impersonation wanted, AccessRequest request) {
    UserInfo caller = asking(request.user());
    var needed = new ArrayList<AccessRequest>();
    if (isConstrained()) {
      needed.add(request.of(caller, "impersonate-on:" + word + ":" + request.verb()));
    }
    needed.add(ofUser(wanted, caller));
    if (!wanted.uid().isEmpty()) {
      needed.add(ask(caller, AUTHENTICATION, "uids", "", null, wanted.uid()));
    }
    wanted
        .groups()
        .forEach(group -> needed.add(ask(caller, userGroup(), "groups", "", null, group)));
    wanted
        .extra()
        .forEach(
            (key, values) ->
                values.forEach(
                    value ->
                        needed.add(ask(caller, AUTHENTICATION, "userextras", key, null, value))));
    return needed;
  }

  /**
   * Returns the API group of users, groups and service accounts in the authorization of an
   * impersonation; it depends on the mode, as in kube-apiserver.
   */
  private String userGroup() {
    return isConstrained() ? AUTHENTICATION : "";
  }

  private AccessRequest ofUser(Impersonation wanted, UserInfo caller) {
    String[] account = Impersonation.account(wanted.user());
    String node = isConstrained() ? node(wanted.user()) : null;
    if (account != null) {
      return ask(caller, userGroup(), "serviceaccounts", "", account[0], account[1]);
    }
    return node == null
        ? ask(caller, userGroup(), "users", "", null, wanted.user())
        : ask(caller, userGroup(), "nodes", "", null, this == ASSOCIATED_NODE ? "*" : node);
  }

  private AccessRequest ask(
      UserInfo caller,
      String group,
      String resource,
      String subresource,
      @Nullable String namespace,
      String name) {
    String verb = isConstrained() ? "impersonate:" + word : "impersonate";
    return new AccessRequest(caller, verb, group, "v1", resource, subresource, namespace, name, "");
  }

  /** Returns the impersonated user as if it had authenticated itself. */
  UserInfo user(Impersonation wanted) {
    boolean node = isConstrained() && node(wanted.user()) != null;
    return wanted.asUser(node ? List.of("system:nodes") : List.of());
  }

  /** Returns why a constrained mode rejects the wanted user at once; empty if it does not. */
  String objection(Impersonation wanted) {
    if (!isConstrained()) {
      return "";
    }
    if (wanted.groups().contains("")) {
      return "impersonating the empty string group is not allowed";
    }
    if (wanted.groups().contains(UserInfo.MASTERS)) {
      return "impersonating the system:masters group is not allowed";
    }
    return wanted.extra().entrySet().stream()
            .anyMatch(each -> each.getKey().isEmpty() || each.getValue().contains(""))
        ? "impersonating the empty string value in extra is not allowed"
        : "";
  }
}
