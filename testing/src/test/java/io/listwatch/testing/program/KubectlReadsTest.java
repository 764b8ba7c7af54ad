package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** kubectl commands that show objects. */
final class KubectlReadsTest extends KubectlTable {
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  @Override
  protected void prepare(Path temporary) throws IOException {
    for (int minor : Kubectls.chosen().keySet()) {
      Files.writeString(
          temporary.resolve("event-v%d.yaml".formatted(minor)), event("v" + minor, ""));
      Files.writeString(
          temporary.resolve("node-v%d.yaml".formatted(minor)),
          "apiVersion: v1\nkind: Node\nmetadata: {name: n-v%d}\n".formatted(minor));
    }
  }

  private String event(String namespace, String uid) {
    return """
    apiVersion: v1
    kind: Event
    metadata: {name: p.1, namespace: %s}
    involvedObject: {apiVersion: v1, kind: Pod, name: p, namespace: %s, uid: "%s"}
    type: Normal
    reason: Seen
    message: hello
    source: {component: a test}
    count: 1
    firstTimestamp: %s
    lastTimestamp: %s
    """
        .formatted(namespace, namespace, uid, now, now);
  }

  @Test
  void describeShowsEvents() {
    Kubectl kubectl = newest();
    assertThat(kubectl.run("run", "p", "--image=nginx")).isEqualTo("pod/p created");
    String uid = kubectl.run("get", "pod", "p", "-o", "jsonpath={.metadata.uid}");

    assertThat(kubectl.create(event("default", uid))).isEqualTo("event/p.1 created");

    assertThat(kubectl.run("describe", "pod", "p"))
        .containsPattern("(?m)^ +Normal +Seen +.* +a test +hello");
  }

  @Test
  void proxyPassesListAndWatch() {
    Kubectl kubectl = newest();
    kubectl.run("create", "configmap", "proxied", "--from-literal=k=1");
    try (Command proxy = kubectl.start("proxy", "--port=0")) {
      String address = proxy.out().await("Starting to serve on (\\S+)").group(1);
      var http = new Http(URI.create("http://" + address));

      String list = http.configMaps();
      assertThat(list).contains("\"kind\":\"ConfigMapList\"", "\"name\":\"proxied\"");

      Output events = http.watchConfigMaps(Http.version(list));
      kubectl.run("delete", "configmap", "proxied");
      events.await("\"type\":\"DELETED\".*\"name\":\"proxied\"");
    }
  }

  @Override
  protected String table() {
    return """
    version ~ ^Server Version: .*v1\\.36
    cluster-info ~ Kubernetes control plane.* is running at
    api-versions ~ ^apps/v1$
    api-resources ~ ^pods +po +v1 +true +Pod$
    api-resources --namespaced=false -o name ~ ^nodes$
    api-resources --api-group=apps --verbs=list -o name ~ ^deployments.apps$
    create configmap a --from-literal=k=2 = configmap/a created
    create configmap b --from-literal=k=1 --from-literal=l=1 = configmap/b created
    get configmaps ~ ^NAME +DATA +AGE
    get configmaps ~ ^b +2 +
    get configmaps -o wide ~ ^a +1 +
    get configmaps -o name ~ ^configmap/a
    get configmap a -o yaml ~ ^kind: ConfigMap
    get configmap a -o json ~ "kind": "ConfigMap"
    get configmaps -o custom-columns=N:.metadata.name,K:.data.k ~ ^a +2
    get configmaps --sort-by=.data.k -o jsonpath={.items[*].metadata.name} = b a
    get configmaps --field-selector=metadata.name=b -o name = configmap/b
    get configmaps --chunk-size=1 -o name ~ ^configmap/b
    get configmaps -o jsonpath={.items[*].metadata.name} = a b
    get configmaps --show-labels ~ LABELS
    get configmap a b -o name ~ ^configmap/b
    get configmap,secret -o name ~ ^configmap/a
    get cm/a -o jsonpath={.metadata.name} = a
    get configmap none ! Error from server (NotFound): configmaps "none" not found
    get nothing ! error: the server doesn't have a resource type "nothing"
    get pods =\s
    run p --image=nginx = pod/p created
    get pods ~ ^p +0/1 +Pending +0 +
    describe pod p ~ ^Status: +Pending
    get --raw /api/v1/namespaces/{v}/configmaps/a ~ "kind":"ConfigMap"
    create -f {dir}/event-{v}.yaml --validate=false = event/p.1 created
    events --for pod/p ~ Seen +.*hello
    get events ~ Normal +Seen +pod/p +hello
    get events.events.k8s.io -o jsonpath={.items[0].note} = hello
    create -f {dir}/node-{v}.yaml --validate=false = node/n-{v} created
    cordon n-{v} = node/n-{v} cordoned
    uncordon n-{v} = node/n-{v} uncordoned
    taint nodes n-{v} a=b:NoSchedule = node/n-{v} tainted
    get node n-{v} -o jsonpath={.spec.taints[0].effect} = NoSchedule
    auth can-i get pods = yes
    auth can-i '*' '*' ~ yes
    auth can-i get pods --as=jane ! no
    auth can-i --list ~ ^\\*\\.\\* +\\[\\] +\\[\\] +\\[\\*\\]
    get pods --as=jane ! pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "{v}"
    """;
  }
}
