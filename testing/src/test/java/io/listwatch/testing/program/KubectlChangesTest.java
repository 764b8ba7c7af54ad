package io.listwatch.testing.program;

/** kubectl commands that change objects or wait for changes. */
final class KubectlChangesTest extends KubectlTable {
  @Override
  protected String table() {
    return """
    create deployment d --image=nginx:1 = deployment.apps/d created
    set image deployment/d nginx=nginx:2 = deployment.apps/d image updated
    set env deployment/d A=1 = deployment.apps/d env updated
    set resources deployment/d --limits=cpu=200m,memory=512Mi = deployment.apps/d resource requirements updated
    get deployment d -o jsonpath={.spec.template.spec.containers[0].image},{.spec.template.spec.containers[0].env[0].value} = nginx:2,1
    get deployment d -o jsonpath={.spec.template.spec.containers[0].resources.limits} = {"cpu":"200m","memory":"512Mi"}
    create serviceaccount sa = serviceaccount/sa created
    set serviceaccount deployment/d sa = deployment.apps/d serviceaccount updated
    create service clusterip sc --tcp=80 = service/sc created
    set selector service sc a=b = service/sc selector updated
    get service sc -o jsonpath={.spec.selector} = {"a":"b"}
    create role r --verb=get --resource=pods = role.rbac.authorization.k8s.io/r created
    create rolebinding rb --role=r --user=jane = rolebinding.rbac.authorization.k8s.io/rb created
    set subject rolebinding rb --user=john = rolebinding.rbac.authorization.k8s.io/rb subjects updated
    label deployment d tier=front = deployment.apps/d labeled
    label deployment d tier=back ! 'tier' already has a value (front), and --overwrite is false
    label deployment d tier- = deployment.apps/d unlabeled
    annotate deployment d note=one ~ ^deployment.apps/d annotate
    scale deployment d --replicas=3 = deployment.apps/d scaled
    get deployment d -o jsonpath={.spec.replicas} = 3
    scale deployment d --replicas=4 --current-replicas=7 ! Expected replicas to be 7, was 3
    patch deployment d -p '{"spec":{"replicas":4}}' = deployment.apps/d patched
    patch deployment d --type=merge -p '{"spec":{"replicas":5}}' = deployment.apps/d patched
    patch deployment d --type=json -p '[{"op":"replace","path":"/spec/replicas","value":6}]' = deployment.apps/d patched
    patch deployment d --type=json -p '[{"op":"remove","path":"/spec/replicas"}]' = deployment.apps/d patched
    patch deployment d -p '{"spec":{"replicas":6}}' = deployment.apps/d patched
    patch deployment d -p '{"spec":{"replicas":6}}' = deployment.apps/d patched (no change)
    patch deployment d --subresource=scale --type=merge -p '{"spec":{"replicas":7}}' = scale.autoscaling/d patched
    rollout pause deployment d = deployment.apps/d paused
    rollout pause deployment d ! deployments.apps "d" is already paused
    rollout resume deployment d = deployment.apps/d resumed
    rollout restart deployment d = deployment.apps/d restarted
    rollout history deployment d ~ ^deployment.apps/d
    rollout status deployment d --watch=false ~ ^Waiting for deployment spec update to be observed
    wait deployment/d --for=jsonpath={.spec.replicas}=7 = deployment.apps/d condition met
    wait deployment/d --for=condition=Available --timeout=3s ! timed out waiting for the condition on deployments/d
    run p --image=nginx = pod/p created
    debug p --image=busybox -c look --target=p ~ ^Targeting container "p"
    get pod p -o jsonpath={.spec.ephemeralContainers[*].name},{.spec.ephemeralContainers[0].terminationMessagePolicy} = look,File
    create namespace gone-{v} = namespace/gone-{v} created
    create configmap c -n gone-{v} --from-literal=a=1 = configmap/c created
    delete namespace gone-{v} ~ ^namespace "gone-{v}" deleted
    get namespace gone-{v} ! Error from server (NotFound): namespaces "gone-{v}" not found
    delete deployment d --cascade=orphan ~ ^deployment.apps "d" deleted
    delete deployment d ! Error from server (NotFound): deployments.apps "d" not found
    delete deployment d --ignore-not-found =\s
    """;
  }
}
