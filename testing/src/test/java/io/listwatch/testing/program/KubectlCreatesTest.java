package io.listwatch.testing.program;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.objects.x509.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The create commands of kubectl. */
final class KubectlCreatesTest extends KubectlTable {
  @Override
  protected void prepare(Path temporary) throws IOException {
    Instant now = Instant.now();
    Identity identity =
        CertificateAuthority.create("a", now)
            .issueServer("b", List.of("c.example.org"), now, Duration.ofDays(1));
    Files.writeString(temporary.resolve("tls.key"), Pem.keyOf(identity));
    Files.writeString(temporary.resolve("tls.crt"), Pem.of(identity.chain()));
  }

  @Override
  protected String table() {
    return """
    create namespace ns-{v} = namespace/ns-{v} created
    create namespace ns-{v} ! Error from server (AlreadyExists): namespaces "ns-{v}" already exists
    create configmap c --from-literal=a=1 --from-literal=b=2 = configmap/c created
    get configmap c -o jsonpath={.data} = {"a":"1","b":"2"}
    create secret generic s --from-literal=p=x = secret/s created
    get secret s -o jsonpath={.type},{.data.p} = Opaque,eA==
    create secret tls t --cert={dir}/tls.crt --key={dir}/tls.key = secret/t created
    get secret t -o jsonpath={.type} = kubernetes.io/tls
    create secret docker-registry r --docker-server=example.org --docker-username=u --docker-password=p = secret/r created
    get secret r -o jsonpath={.type} = kubernetes.io/dockerconfigjson
    create serviceaccount sa = serviceaccount/sa created
    create token sa ~ ^eyJ
    create role reader --verb=get,list --resource=pods,deployments.apps = role.rbac.authorization.k8s.io/reader created
    create rolebinding rb --role=reader --serviceaccount={v}:sa = rolebinding.rbac.authorization.k8s.io/rb created
    get rolebinding rb -o jsonpath={.roleRef.name},{.subjects[0].name} = reader,sa
    create clusterrole cr-{v} --verb=get --resource=nodes = clusterrole.rbac.authorization.k8s.io/cr-{v} created
    create clusterrolebinding crb-{v} --clusterrole=cr-{v} --user=jane = clusterrolebinding.rbac.authorization.k8s.io/crb-{v} created
    create deployment d --image=nginx:1 --replicas=2 --port=80 = deployment.apps/d created
    get deployment d -o jsonpath={.spec.replicas},{.spec.template.spec.containers[0].image} = 2,nginx:1
    create job j --image=busybox -- date = job.batch/j created
    create cronjob cj --image=busybox '--schedule=*/5 * * * *' -- date = cronjob.batch/cj created
    create job j2 --from=cronjob/cj = job.batch/j2 created
    get job j2 -o jsonpath={.metadata.ownerReferences[0].kind} = CronJob
    create ingress i --rule=example.org/bar=web:80 = ingress.networking.k8s.io/i created
    get ingress i -o jsonpath={.spec.rules[0].http.paths[0].backend.service.name} = web
    create poddisruptionbudget p --selector=app=d --min-available=1 = poddisruptionbudget.policy/p created
    create priorityclass pc-{v} --value=1000 = priorityclass.scheduling.k8s.io/pc-{v} created
    create quota q --hard=pods=2,cpu=1 = resourcequota/q created
    get quota q -o jsonpath={.spec.hard} = {"cpu":"1","pods":"2"}
    run p0 --image=nginx ! failed quota: q: must specify cpu for: p0
    delete quota q -o name = resourcequota/q
    create service clusterip sc --tcp=80:8080 = service/sc created
    create service nodeport sn --tcp=80 = service/sn created
    create service loadbalancer sl --tcp=80 = service/sl created
    create service externalname se --external-name=example.org = service/se created
    get service se -o jsonpath={.spec.type},{.spec.externalName} = ExternalName,example.org
    run p1 --image=nginx --labels=a=b = pod/p1 created
    get pod p1 -o jsonpath={.metadata.labels},{.status.phase} = {"a":"b"},Pending
    expose deployment d --port=80 --name=web = service/web exposed
    get service web -o jsonpath={.spec.selector} = {"app":"d"}
    autoscale deployment d --min=1 --max=5 --cpu-percent=70 = horizontalpodautoscaler.autoscaling/d autoscaled
    get hpa d -o jsonpath={.spec.minReplicas},{.spec.maxReplicas},{.spec.scaleTargetRef.name} = 1,5,d
    create configmap dry --from-literal=a=1 --dry-run=server = configmap/dry created (server dry run)
    get configmap dry ! configmaps "dry" not found
    """;
  }
}
