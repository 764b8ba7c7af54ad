package io.listwatch.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpHeaders;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ImpersonationModeTest {
  private static final UserInfo JANE = new UserInfo("jane", "", List.of("dev"));
  private static final UserInfo AGENT =
      new UserInfo(
          "system:serviceaccount:kube-system:agent",
          "",
          List.of(),
          Map.of("authentication.kubernetes.io/node-name", List.of("n1")));

  private static Impersonation wanted(String user, String... headers) {
    var all = HttpHeaders.builder().add("impersonate-user", user);
    for (int i = 0; i < headers.length; i += 2) {
      all.add(headers[i], headers[i + 1]);
    }
    return Impersonation.of(all.build()).orElseThrow();
  }

  private static List<ImpersonationMode> modes(Impersonation wanted, UserInfo caller) {
    return Arrays.stream(ImpersonationMode.values())
        .filter(each -> each.appliesTo(wanted, caller))
        .toList();
  }

  private static List<String> needed(ImpersonationMode mode, Impersonation wanted, UserInfo user) {
    AccessRequest list = AccessRequest.onResource(user, "list", "", "pods", "", "n", null);
    return mode.needed(wanted, list).stream()
        .map(
            each ->
                "%s %s.%s %s".formatted(each.verb(), each.resource(), each.group(), each.name()))
        .toList();
  }

  @Test
  void everyKindOfUserHasItsMode() {
    assertThat(modes(wanted("joe"), JANE))
        .containsExactly(ImpersonationMode.USER_INFO, ImpersonationMode.LEGACY);
    assertThat(modes(wanted("system:serviceaccount:a:b"), JANE))
        .containsExactly(ImpersonationMode.SERVICE_ACCOUNT, ImpersonationMode.LEGACY);
    assertThat(modes(wanted("system:serviceaccount:a:B c"), JANE))
        .containsExactly(ImpersonationMode.USER_INFO, ImpersonationMode.LEGACY);
    assertThat(modes(wanted("system:node:n1"), JANE))
        .containsExactly(ImpersonationMode.ARBITRARY_NODE, ImpersonationMode.LEGACY);
    assertThat(modes(wanted("system:node:n1"), AGENT))
        .first()
        .isEqualTo(ImpersonationMode.ASSOCIATED_NODE);
    assertThat(modes(wanted("system:node:n2"), AGENT))
        .doesNotContain(ImpersonationMode.ASSOCIATED_NODE);
    assertThat(modes(wanted("system:node:n1", "impersonate-group", "x"), AGENT))
        .containsExactly(ImpersonationMode.LEGACY);
  }

  @Test
  void constrainedModeNeedsTheVerbOfTheRequest() {
    Impersonation joe =
        wanted(
            "joe", "impersonate-uid", "7", "impersonate-group", "ops", "impersonate-extra-a", "b");

    assertThat(needed(ImpersonationMode.USER_INFO, joe, JANE))
        .containsExactly(
            "impersonate-on:user-info:list pods. null",
            "impersonate:user-info users.authentication.k8s.io joe",
            "impersonate:user-info uids.authentication.k8s.io 7",
            "impersonate:user-info groups.authentication.k8s.io ops",
            "impersonate:user-info userextras.authentication.k8s.io b");
    assertThat(needed(ImpersonationMode.LEGACY, joe, JANE))
        .containsExactly(
            "impersonate users. joe",
            "impersonate uids.authentication.k8s.io 7",
            "impersonate groups. ops",
            "impersonate userextras.authentication.k8s.io b");
  }

  @Test
  void serviceAccountImpersonatesItsNode() {
    Impersonation node = wanted("system:node:n1");

    assertThat(needed(ImpersonationMode.ASSOCIATED_NODE, node, AGENT))
        .containsExactly(
            "impersonate-on:associated-node:list pods. null",
            "impersonate:associated-node nodes.authentication.k8s.io *");
    assertThat(ImpersonationMode.ASSOCIATED_NODE.asking(AGENT).extra())
        .isEqualTo(
            Map.of(
                "authentication.kubernetes.io/associated-node-keys",
                List.of("authentication.kubernetes.io/node-name")));
    assertThat(ImpersonationMode.ASSOCIATED_NODE.user(node).groups())
        .containsExactly("system:nodes", UserInfo.AUTHENTICATED);
    assertThat(ImpersonationMode.LEGACY.user(node).groups())
        .containsExactly(UserInfo.AUTHENTICATED);
  }

  @Test
  void constrainedModesRejectGroupMasters() {
    Impersonation master = wanted("joe", "impersonate-group", UserInfo.MASTERS);

    assertThat(ImpersonationMode.USER_INFO.objection(master)).contains("system:masters");
    assertThat(ImpersonationMode.LEGACY.objection(master)).isEmpty();
  }
}
