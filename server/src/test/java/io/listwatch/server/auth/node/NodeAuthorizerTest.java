package io.listwatch.server.auth.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.AccessRules;
import io.listwatch.server.auth.AccessSelectors;
import io.listwatch.server.auth.Authorizer.Decision;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.auth.node.NodeObject.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NodeAuthorizerTest {
  private static final UserInfo NODE = node("system:node:n1");
  private static final ResourceKey POD = ResourceKey.of("team", "p");

  private final NodeGraph graph = new NodeGraph();
  private final NodeAuthorizer authorizer = new NodeAuthorizer(graph);

  @BeforeEach
  void createPod() {
    graph.putPod(
        POD,
        json(
            """
            {'spec':{'nodeName':'n1','serviceAccountName':'robot',
              'imagePullSecrets':[{'name':'pull'}],
              'initContainers':[{'envFrom':[{'configMapRef':{'name':'init-map'}}]}],
              'containers':[{'env':[{'valueFrom':{'secretKeyRef':{'name':'env-secret'}}}]}],
              'volumes':[{'name':'a','secret':{'secretName':'volume-secret'}},
                {'name':'b','projected':{'sources':[{'configMap':{'name':'projected-map'}}]}},
                {'name':'c','persistentVolumeClaim':{'claimName':'claim'}},
                {'name':'d','ephemeral':{}}],
              'resourceClaims':[{'name':'x','resourceClaimName':'device'}]},
             'status':{'resourceClaimStatuses':[{'name':'y','resourceClaimName':'made'}]}}
            """));
    graph.putVolume(
        ResourceKey.of("volume"),
        json(
            """
            {'spec':{'claimRef':{'namespace':'team','name':'claim'},
              'csi':{'nodePublishSecretRef':{'namespace':'vault','name':'mount'},
                'controllerPublishSecretRef':{'namespace':'vault','name':'attach'}}}}
            """));
    graph.putNamed(Kind.ATTACHMENT, ResourceKey.of("attached"), json("{'spec':{'nodeName':'n1'}}"));
    graph.putNamed(
        Kind.RESOURCE_SLICE, ResourceKey.of("slice"), json("{'spec':{'nodeName':'n1'}}"));
  }

  @ParameterizedTest
  @CsvSource({
    "'', secrets, team, pull",
    "'', secrets, team, env-secret",
    "'', secrets, team, volume-secret",
    "'', secrets, vault, mount",
    "'', configmaps, team, init-map",
    "'', configmaps, team, projected-map",
    "'', persistentvolumeclaims, team, claim",
    "'', persistentvolumeclaims, team, p-d",
    "'', persistentvolumes, , volume",
    "'', serviceaccounts, team, robot",
    "'', pods, team, p",
    "resource.k8s.io, resourceclaims, team, device",
    "resource.k8s.io, resourceclaims, team, made",
    "resource.k8s.io, resourceslices, , slice",
    "storage.k8s.io, volumeattachments, , attached"
  })
  void nodeMayGetTheObjectsOfItsPods(String group, String resource, String namespace, String name) {
    assertThat(decision(NODE, "get", group, resource, "", namespace, name).allowed()).isTrue();
    assertThat(decision(node("system:node:n2"), "get", group, resource, "", namespace, name))
        .isEqualTo(Decision.noOpinion("no relationship found between node 'n2' and this object"));
    assertThat(decision(NODE, "get", group, resource, "", namespace, "other"))
        .isEqualTo(Decision.noOpinion("no relationship found between node 'n1' and this object"));
  }

  @Test
  void secretForTheControllerOfAVolumeIsNotVisible() {
    assertThat(decision(NODE, "get", "", "secrets", "", "vault", "attach").allowed()).isFalse();
  }

  @Test
  void accessEndsWithTheLastPodThatRefersToTheObject() {
    var second = ResourceKey.of("team", "q");
    graph.putPod(second, json("{'spec':{'nodeName':'n1','imagePullSecrets':[{'name':'pull'}]}}"));

    graph.remove(new NodeObject(Kind.POD, POD));
    assertThat(decision(NODE, "get", "", "secrets", "", "team", "pull").allowed()).isTrue();
    assertThat(decision(NODE, "get", "", "secrets", "", "vault", "mount").allowed()).isFalse();

    graph.remove(new NodeObject(Kind.POD, second));
    assertThat(decision(NODE, "get", "", "secrets", "", "team", "pull").allowed()).isFalse();
  }

  @Test
  void changedVolumeNoLongerGrantsAccessToItsFormerSecret() {
    graph.putVolume(
        ResourceKey.of("volume"),
        json(
            "{'spec':{'claimRef':{'namespace':'team','name':'claim'},'rbd':{'secretRef':{'name':'r'}}}}"));

    assertThat(decision(NODE, "get", "", "secrets", "", "team", "r").allowed()).isTrue();
    assertThat(decision(NODE, "get", "", "secrets", "", "vault", "mount").allowed()).isFalse();

    graph.removeVolume(ResourceKey.of("volume"));
    assertThat(decision(NODE, "get", "", "secrets", "", "team", "r").allowed()).isFalse();
    assertThat(graph.boundVolumes()).isEmpty();
  }

  @Test
  void mirrorPodGrantsAccessOnlyToItself() {
    graph.putPod(
        ResourceKey.of("team", "mirror"),
        json(
            """
            {'metadata':{'annotations':{'kubernetes.io/config.mirror':'x'}},
             'spec':{'nodeName':'n1','imagePullSecrets':[{'name':'stolen'}]}}
            """));

    assertThat(decision(NODE, "get", "", "secrets", "", "team", "stolen").allowed()).isFalse();
    assertThat(decision(NODE, "get", "", "pods", "", "team", "mirror").allowed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          update |  | secrets                | '' | team | pull | can only read resources of this type
          get    |  | secrets                | x  | team | pull | cannot read subresource
          list   |  | secrets                | '' |      |      | can only read namespaced object of this type
          list   |  | configmaps             | '' | team |      | No Object name found
          list   |  | persistentvolumes      | '' |      |      | can only get individual resources of this type
          get    |  | persistentvolumes      | status | | volume | cannot get subresource
          get    |  | persistentvolumeclaims | status | team | claim | can only get/update/patch this type
          list   |  | serviceaccounts        | '' | team |      | can only create tokens for individual service accounts
          create |  | serviceaccounts        | x  | team | robot | can only create token subresource of serviceaccount
          list   | coordination.k8s.io | leases | '' | kube-node-lease | | can only get, create, update, patch, or delete a node lease
          get    | coordination.k8s.io | leases | '' | team | n1 | can only access leases in the "kube-node-lease" system namespace
          get    | coordination.k8s.io | leases | '' | kube-node-lease | n2 | can only access node lease with the same name as the requesting node
          list   | storage.k8s.io | csinodes  | '' |      |      | can only get, create, update, patch, or delete a CSINode
          get    | storage.k8s.io | csinodes  | '' |      | n2   | can only access CSINode with the same name as the requesting node
          list   | resource.k8s.io | resourceslices | '' | |    | can only list/watch/deletecollection resourceslices with nodeName field selector
          get    |  | nodes                  | '' |      | n2   | node 'n1' cannot read 'n2', only its own Node object
          list   |  | nodes                  | '' |      |      | node 'n1' cannot read all nodes, only its own Node object
          list   |  | pods                   | '' |      |      | can only list/watch pods with spec.nodeName field selector
          """)
  void denialHasAReason(
      String verb,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name,
      String reason) {
    assertThat(
            decision(
                NODE, verb, group == null ? "" : group, resource, subresource, namespace, name))
        .isEqualTo(Decision.noOpinion(reason));
  }

  @ParameterizedTest
  @CsvSource({
    "update, '', persistentvolumeclaims, status, team, claim",
    "create, '', serviceaccounts, token, team, robot",
    "create, coordination.k8s.io, leases, '', kube-node-lease,",
    "update, coordination.k8s.io, leases, '', kube-node-lease, n1",
    "patch, storage.k8s.io, csinodes, '', , n1",
    "create, resource.k8s.io, resourceslices, '', ,",
    "create, '', nodes, '', ,",
    "watch, '', nodes, '', , n1",
    "patch, '', nodes, status, , n1",
    "create, '', pods, '', team,",
    "patch, '', pods, status, team, p",
    "create, '', pods, eviction, team, p",
    "list, '', pods, '', team, p",
    "list, '', services, '', ,",
    "create, '', events, '', team,"
  })
  void kubeletMayMakeItsUsualRequests(
      String verb,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name) {
    assertThat(decision(NODE, verb, group, resource, subresource, namespace, name).allowed())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1", "n2"})
  void nodeMayListPodsOfItself(String selected) {
    var request =
        new AccessRequest(
            NODE,
            "list",
            "",
            "v1",
            "pods",
            "",
            null,
            null,
            "",
            Map.of("spec.nodeName", selected),
            AccessSelectors.NONE);

    assertThat(authorizer.authorize(request).allowed()).isEqualTo(selected.equals("n1"));
  }

  @Test
  void hasNoOpinionAboutOtherUsers() {
    var withoutGroup = new UserInfo("system:node:n1", "", List.of());

    assertThat(decision(withoutGroup, "get", "", "pods", "", "team", "p"))
        .isEqualTo(Decision.noOpinion(""));
    assertThat(decision(node("system:node:"), "get", "", "pods", "", "team", "p"))
        .isEqualTo(Decision.noOpinion("unknown node for user \"system:node:\""));
    assertThat(decision(NODE, "delete", "apps", "deployments", "", "team", "d"))
        .isEqualTo(Decision.noOpinion(""));
  }

  @Test
  void cannotListTheRulesOfNodes() {
    assertThat(authorizer.rules(NODE, "team").problem())
        .isEqualTo("node authorizer does not support user rule resolution");
    assertThat(authorizer.rules(new UserInfo("jane", "", List.of()), "team"))
        .isEqualTo(AccessRules.NONE);
  }

  private Decision decision(
      UserInfo user,
      String verb,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name) {
    return authorizer.authorize(
        AccessRequest.onResource(user, verb, group, resource, subresource, namespace, name));
  }

  private static UserInfo node(String name) {
    return new UserInfo(name, "", List.of("system:nodes", UserInfo.AUTHENTICATED));
  }

  private static JsonValue json(String text) {
    return JsonTrees.read(text.replace('\'', '"'));
  }
}
