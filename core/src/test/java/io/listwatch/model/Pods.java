package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Generated pods of realistic shape and size: about 4 KB, and 1.5 KB more with managed fields. The
 * same seed generates the same pods.
 *
 * <p>Not thread-safe.
 */
public final class Pods {
  private static final List<String> APPS =
      List.of("checkout", "ledger", "search", "mailer", "thumbnails", "gateway", "quotes", "stock");
  private static final List<String> NAMESPACES =
      List.of("default", "shop", "shop-staging", "payments", "media", "kube-system");
  private static final List<String> TIERS = List.of("frontend", "backend", "batch");
  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

  private final Random random;
  private final boolean managed;
  private long version = 100_000;

  private Pods(long seed, boolean managed) {
    this.random = new Random(seed);
    this.managed = managed;
  }

  public static Pods plain(long seed) {
    return new Pods(seed, false);
  }

  public static Pods withManagedFields(long seed) {
    return new Pods(seed, true);
  }

  public List<byte[]> take(int count) {
    return IntStream.range(0, count).mapToObj(i -> next()).toList();
  }

  /**
   * Returns another pod, later than the previous ones, as compact JSON in the API's order of
   * fields.
   */
  public byte[] next() {
    String app = oneOf(APPS);
    String set = app + "-" + letters(10);
    var containers = random.nextInt(4) == 0 ? List.of(app) : List.of(app, "proxy");
    String images = "registry.example.com/" + oneOf(TIERS) + "/";
    String host = address(10);
    String text =
        """
        {"kind":"Pod","apiVersion":"v1","metadata":%s,"spec":%s,"status":%s}\
        """
            .formatted(
                metadata(app, set),
                spec(containers, images, host),
                status(containers, images, host));
    return text.getBytes(UTF_8);
  }

  private String metadata(String app, String set) {
    version += 1 + random.nextInt(20);
    return """
    {"name":"%s-%s","generateName":"%s-","namespace":"%s","uid":"%s","resourceVersion":"%d",\
    "creationTimestamp":"%s","labels":{"app":"%s","pod-template-hash":"%s","tier":"%s"},\
    "annotations":{"checksum/config":"%s","example.com/owner":"team-%s@example.com",\
    "example.com/note":"restart after midnight; \\"%s\\" waits for it",\
    "prometheus.io/port":"%d","prometheus.io/scrape":"true"},\
    "ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"%s","uid":"%s",\
    "controller":true,"blockOwnerDeletion":true}]%s}\
    """
        .formatted(
            set,
            letters(5),
            set,
            oneOf(NAMESPACES),
            uid(),
            version,
            time(),
            app,
            set.substring(app.length() + 1),
            oneOf(TIERS),
            digest(),
            oneOf(APPS),
            oneOf(APPS),
            1024 + random.nextInt(40_000),
            set,
            uid(),
            managed ? ",\"managedFields\":" + managedFields() : "");
  }

  private String managedFields() {
    return """
    [{"manager":"kube-controller-manager","operation":"Update","apiVersion":"v1","time":"%s",\
    "fieldsType":"FieldsV1","fieldsV1":{"f:metadata":{"f:annotations":{".":{},\
    "f:checksum/config":{},"f:example.com/owner":{},"f:prometheus.io/port":{}},\
    "f:generateName":{},"f:labels":{".":{},"f:app":{},"f:pod-template-hash":{},"f:tier":{}},\
    "f:ownerReferences":{".":{},"k:{\\"uid\\":\\"%s\\"}":{}}},"f:spec":{"f:containers":{\
    "k:{\\"name\\":\\"main\\"}":{".":{},"f:env":{".":{},"k:{\\"name\\":\\"LOG_LEVEL\\"}":{".":{},\
    "f:name":{},"f:value":{}}},"f:image":{},"f:imagePullPolicy":{},"f:livenessProbe":{".":{},\
    "f:failureThreshold":{},"f:httpGet":{".":{},"f:path":{},"f:port":{},"f:scheme":{}}},\
    "f:name":{},"f:ports":{".":{},"k:{\\"containerPort\\":8080,\\"protocol\\":\\"TCP\\"}":{".":{},\
    "f:containerPort":{},"f:name":{},"f:protocol":{}}},"f:resources":{".":{},"f:limits":{".":{},\
    "f:cpu":{},"f:memory":{}},"f:requests":{".":{},"f:cpu":{},"f:memory":{}}}}},\
    "f:dnsPolicy":{},"f:restartPolicy":{},"f:schedulerName":{},"f:securityContext":{}}}},\
    {"manager":"kubelet","operation":"Update","apiVersion":"v1","time":"%s",\
    "fieldsType":"FieldsV1","fieldsV1":{"f:status":{"f:conditions":{\
    "k:{\\"type\\":\\"Ready\\"}":{".":{},"f:lastProbeTime":{},"f:lastTransitionTime":{},\
    "f:status":{},"f:type":{}}},"f:containerStatuses":{},"f:hostIP":{},"f:phase":{},"f:podIP":{},\
    "f:podIPs":{".":{},"k:{\\"ip\\":\\"%s\\"}":{".":{},"f:ip":{}}},"f:startTime":{}}},\
    "subresource":"status"}]\
    """
        .formatted(time(), uid(), time(), address(172));
  }

  private String spec(List<String> containers, String images, String host) {
    return """
    {"volumes":[{"name":"kube-api-access-%s","projected":{"sources":[{"serviceAccountToken":\
    {"expirationSeconds":3607,"path":"token"}},{"configMap":{"name":"kube-root-ca.crt","items":\
    [{"key":"ca.crt","path":"ca.crt"}]}}],"defaultMode":420}}],"containers":[%s],\
    "restartPolicy":"Always","terminationGracePeriodSeconds":%d,"dnsPolicy":"ClusterFirst",\
    "serviceAccountName":"default","serviceAccount":"default","nodeName":"node-%s",\
    "securityContext":{},"schedulerName":"default-scheduler","tolerations":[{"key":\
    "node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute",\
    "tolerationSeconds":300}],"priority":0,"enableServiceLinks":true,\
    "preemptionPolicy":"PreemptLowerPriority"}\
    """
        .formatted(
            letters(5),
            joined(containers.size(), i -> container(containers.get(i), images)),
            5 * (1 + random.nextInt(12)),
            host.replace('.', '-'));
  }

  private String container(String name, String images) {
    return """
    {"name":"%s","image":"%s%s:v%d.%d","args":["--listen=:8080","--shards=%d"],"ports":[{"name":\
    "http","containerPort":8080,"protocol":"TCP"}],"env":[%s],"resources":{"limits":{"cpu":\
    "%dm","memory":"%dMi"},"requests":{"cpu":"%dm","memory":"64Mi"}},"volumeMounts":[{"name":\
    "kube-api-access","readOnly":true,"mountPath":\
    "/var/run/secrets/kubernetes.io/serviceaccount"}],"livenessProbe":{"httpGet":{"path":\
    "/healthz","port":8080,"scheme":"HTTP"},"timeoutSeconds":1,"periodSeconds":10,\
    "successThreshold":1,"failureThreshold":3},"terminationMessagePath":"/dev/termination-log",\
    "terminationMessagePolicy":"File","imagePullPolicy":"IfNotPresent"}\
    """
        .formatted(
            name,
            images,
            name,
            1 + random.nextInt(3),
            random.nextInt(40),
            1 + random.nextInt(64),
            joined(2 + random.nextInt(2), this::variable),
            100 * (1 + random.nextInt(20)),
            128 * (1 + random.nextInt(8)),
            100 + random.nextInt(100));
  }

  private String variable(int index) {
    return """
    {"name":"SETTING_%d","value":"%s"}\
    """
        .formatted(index, letters(4 + random.nextInt(16)));
  }

  private String status(List<String> containers, String images, String host) {
    String address = address(172);
    return """
    {"phase":"Running","conditions":[%s],"hostIP":"%s","podIP":"%s","podIPs":[{"ip":"%s"}],\
    "startTime":"%s","containerStatuses":[%s],"qosClass":"Burstable"}\
    """
        .formatted(
            joined(4, this::condition),
            host,
            address,
            address,
            time(),
            joined(containers.size(), i -> containerStatus(containers.get(i), images)));
  }

  private String condition(int index) {
    return """
    {"type":"%s","status":"True","lastProbeTime":null,"lastTransitionTime":"%s"}\
    """
        .formatted(
            List.of("Initialized", "Ready", "ContainersReady", "PodScheduled").get(index), time());
  }

  private String containerStatus(String name, String images) {
    return """
    {"name":"%s","state":{"running":{"startedAt":"%s"}},"lastState":{},"ready":true,\
    "restartCount":%d,"image":"%s%s:v1","imageID":"%s%s@sha256:%s",\
    "containerID":"containerd://%s","started":true}\
    """
        .formatted(name, time(), random.nextInt(9), images, name, images, name, digest(), digest());
  }

  private String joined(int count, IntFunction<String> element) {
    return IntStream.range(0, count).mapToObj(element).collect(Collectors.joining(","));
  }

  private String oneOf(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private String letters(int count) {
    return random
        .ints(count, 0, ALPHABET.length())
        .mapToObj(i -> ALPHABET.substring(i, i + 1))
        .collect(Collectors.joining());
  }

  private String digest() {
    return "%016x%016x%016x%016x"
        .formatted(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
  }

  private String uid() {
    return "%08x-%04x-4%03x-a%03x-%012x"
        .formatted(
            random.nextInt(),
            random.nextInt(1 << 16),
            random.nextInt(1 << 12),
            random.nextInt(1 << 12),
            random.nextLong() & 0xffff_ffff_ffffL);
  }

  private String address(int network) {
    return "%d.%d.%d.%d"
        .formatted(network, random.nextInt(256), random.nextInt(256), 1 + random.nextInt(254));
  }

  private String time() {
    return "2024-0%d-%02dT%02d:%02d:%02dZ"
        .formatted(
            1 + random.nextInt(9),
            1 + random.nextInt(28),
            random.nextInt(24),
            random.nextInt(60),
            random.nextInt(60));
  }
}
