package io.listwatch.testing.program;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.testing.TestServer;
import org.junit.jupiter.api.Test;

/** kubectl commands that need controllers, a scheduler and nodes. */
final class KubectlWorkloadsTest extends KubectlTable {
  @Override
  protected TestServer serve() {
    return TestServer.builder().tls().workloads(2).start();
  }

  @Override
  protected String table() {
    return """
    # a Deployment is rolled out, and back
    create deployment web --image=web:1 --replicas=3 = deployment.apps/web created
    rollout status deployment/web --timeout=60s ~ successfully rolled out
    wait deployment/web --for=condition=Available --timeout=60s = deployment.apps/web condition met
    set image deployment/web web=web:2 = deployment.apps/web image updated
    rollout status deployment/web --timeout=60s ~ successfully rolled out
    rollout history deployment/web ~ ^2 +<none>
    rollout undo deployment/web = deployment.apps/web rolled back
    rollout status deployment/web --timeout=60s ~ successfully rolled out
    get deployment web -o jsonpath={.spec.template.spec.containers[0].image} = web:1
    rollout restart deployment/web = deployment.apps/web restarted
    rollout status deployment/web --timeout=60s ~ successfully rolled out
    get deployment web -o yaml ~ kubectl.kubernetes.io/restartedAt:
    scale deployment/web --replicas=4 = deployment.apps/web scaled
    rollout status deployment/web --timeout=60s ~ successfully rolled out
    get deployment web -o jsonpath={.status.readyReplicas} = 4
    # a budget decides about evictions
    cordon node-1 = node/node-1 cordoned
    get node node-1 ~ Ready,SchedulingDisabled
    create poddisruptionbudget web --selector=app=web --min-available=1 = poddisruptionbudget.policy/web created
    wait pdb/web --for=jsonpath={.status.disruptionsAllowed}=3 --timeout=60s = poddisruptionbudget.policy/web condition met
    drain node-1 --timeout=60s ~ node/node-1 drained
    rollout status deployment/web --timeout=60s ~ successfully rolled out
    get pods -o jsonpath={.items[*].spec.nodeName} = node-2 node-2 node-2 node-2
    uncordon node-1 = node/node-1 uncordoned
    delete pdb web = poddisruptionbudget.policy "web" deleted
    create poddisruptionbudget all --selector=app=web --min-available=4 = poddisruptionbudget.policy/all created
    wait pdb/all --for=jsonpath={.status.currentHealthy}=4 --timeout=60s = poddisruptionbudget.policy/all condition met
    drain node-2 --timeout=1s ! would violate the pod's disruption budget
    uncordon node-2 = node/node-2 uncordoned
    delete deployment,pdb --all ~ deployment.apps "web" deleted
    """;
  }

  @Test
  void autoscalesByTheMetricsThatATestWrites() {
    Kubectl kubectl = newest();
    kubectl.run("create", "deployment", "busy", "--image=busy");
    kubectl.run("set", "resources", "deployment/busy", "--requests=cpu=100m");
    kubectl.run("rollout", "status", "deployment/busy", "--timeout=60s");
    await().until(() -> pods(kubectl).split(" ", -1).length == 1);
    kubectl.create(
        """
        apiVersion: metrics.k8s.io/v1beta1
        kind: PodMetrics
        metadata: {name: %s, labels: {app: busy}}
        timestamp: 2100-01-01T00:00:00Z
        window: 30s
        containers: [{name: busy, usage: {cpu: 200m, memory: 64Mi}}]
        """
            .formatted(pods(kubectl)));

    kubectl.run("autoscale", "deployment/busy", "--min=1", "--max=3", "--cpu-percent=50");

    kubectl.run(
        "wait", "deployment/busy", "--for=jsonpath={.status.readyReplicas}=3", "--timeout=60s");
    assertThat(kubectl.run("top", "pods", "--no-headers")).contains("busy-", "200m", "64Mi");
  }

  private static String pods(Kubectl kubectl) {
    return kubectl.run("get", "pods", "-l=app=busy", "-o=jsonpath={.items[*].metadata.name}");
  }
}
