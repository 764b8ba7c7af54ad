package io.listwatch.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.model.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Pairs of states of made-up objects that look like those of a cluster, in kube-apiserver's order
 * of members, with the managedFields that its components leave behind.
 */
final class DeltaRows {
  private static final String BEFORE = "2026-09-01T10:00:00Z";
  private static final String AFTER = "2026-09-01T10:04:37Z";

  private DeltaRows() {}

  /** One change of an object: an update or a deletion. */
  record Row(String name, boolean deleted, Resource base, Resource next) {}

  static List<Row> all() {
    var rows = new ArrayList<Row>();
    // The init containers have ended in earlier updates.
    Resource pending = pod(1, "Pending", false, "", BEFORE);
    Resource running = pod(2, "Running", true, "", AFTER);
    Resource unready = pod(3, "Running", false, "", AFTER.replace("04:37", "31:02"));
    rows.add(row("pod: Pending to Running, 2 containers", pending, running));
    rows.add(row("pod: readiness lost", running, unready));
    Resource annotated =
        pod(4, "Running", false, "\"example.com/seen\":\"true\",", AFTER.replace("04:37", "31:02"));
    rows.add(row("pod: one annotation", unready, annotated));
    rows.add(new Row("pod: DELETED", true, annotated, at(annotated, 5)));
    rows.add(row("node: status heartbeat", node(6, BEFORE), node(7, AFTER)));
    rows.add(row("Lease: renewal", lease(8, BEFORE), lease(9, AFTER)));
    for (int size : new int[] {100, 350}) {
      String name = "EndpointSlice of %d: ".formatted(size);
      Resource all = slice(10, size, -1, 0, BEFORE);
      rows.add(row(name + "one not ready", all, slice(11, size, size / 3, 0, AFTER)));
      rows.add(row(name + "one out, one in", all, slice(12, size, -1, 1, AFTER)));
    }
    rows.add(row("ConfigMap of 108 KB: one line", configMap(13, "off"), configMap(14, "on")));
    return rows;
  }

  private static Row row(String name, Resource base, Resource next) {
    return new Row(name, false, base, next);
  }

  private static Resource at(Resource object, int number) {
    return Resource.parse(text(object).replace(version(number - 1), version(number)));
  }

  private static String text(Resource object) {
    return new String(object.toByteArray(), UTF_8);
  }

  private static String version(int number) {
    return "\"resourceVersion\":\"%d\"".formatted(81_230_000 + 337 * number);
  }

  private static String metadata(
      String name, String namespace, int number, String more, String managed) {
    return """
    {"name":"%s",%s"uid":"0f0a4f77-52cf-4d0b-8f0c-a1c2cf3f3e55",%s,\
    "creationTimestamp":"2026-03-01T09:00:02Z"%s,"managedFields":[%s]}\
    """
        .formatted(
            name,
            namespace.isEmpty() ? "" : "\"namespace\":\"%s\",".formatted(namespace),
            version(number),
            more,
            managed);
  }

  private static String managed(
      String manager, String version, String time, String fields, String sub) {
    return """
    {"manager":"%s","operation":"Update","apiVersion":"%s","time":"%s","fieldsType":"FieldsV1",\
    "fieldsV1":{%s}%s}\
    """
        .formatted(
            manager,
            version,
            time,
            fields,
            sub.isEmpty() ? "" : ",\"subresource\":\"%s\"".formatted(sub));
  }

  private static String join(int count, IntFunction<String> item) {
    return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(","));
  }

  private static Resource pod(
      int number, String phase, boolean ready, String annotation, String time) {
    boolean running = phase.equals("Running");
    String containers = join(2, i -> container("app-" + i, 12));
    String init = join(2, i -> container("init-" + i, 8));
    String conditions =
        condition("PodReadyToStartContainers", true, BEFORE, "")
            + ","
            + condition(
                "Initialized",
                running,
                running ? time : BEFORE,
                running ? "" : "ContainersNotInitialized")
            + ","
            + condition("Ready", ready, time, ready ? "" : "ContainersNotReady")
            + ","
            + condition("ContainersReady", ready, time, ready ? "" : "ContainersNotReady")
            + ","
            + condition("PodScheduled", true, BEFORE, "");
    String spec =
        """
        {"volumes":[%s],"initContainers":[%s],"containers":[%s],"restartPolicy":"Always",\
        "terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst","serviceAccountName":"web",\
        "serviceAccount":"web","nodeName":"worker-7","securityContext":{"runAsUser":1000,"fsGroup":1000},\
        "schedulerName":"default-scheduler","tolerations":[%s],"priority":0,"enableServiceLinks":true,\
        "preemptionPolicy":"PreemptLowerPriority"}\
        """
            .formatted(
                join(
                    5,
                    i ->
                        "{\"name\":\"volume-%d\",\"configMap\":{\"name\":\"config-%d\",\"defaultMode\":420}}"
                            .formatted(i, i)),
                init,
                containers,
                join(
                    2,
                    i ->
                        "{\"key\":\"node.kubernetes.io/condition-%d\",\"operator\":\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":300}"
                            .formatted(i)));
    String status =
        """
        {"phase":"%s","conditions":[%s],"hostIP":"10.0.0.7","hostIPs":[{"ip":"10.0.0.7"}]%s,\
        "startTime":"2026-03-01T09:00:02Z","initContainerStatuses":[%s],"containerStatuses":[%s],\
        "qosClass":"Burstable"}\
        """
            .formatted(
                phase,
                conditions,
                running ? ",\"podIP\":\"10.244.3.17\",\"podIPs\":[{\"ip\":\"10.244.3.17\"}]" : "",
                join(2, i -> containerStatus("init-" + i, true, true, true)),
                join(
                    2,
                    i ->
                        containerStatus("app-" + i, running, ready || (running && i == 0), false)));
    String fields =
        join(
            2,
            i ->
                "\"k:{\\\"name\\\":\\\"app-%d\\\"}\":{%s}"
                    .formatted(
                        i,
                        join(14, f -> "\"f:field%02d\":{}".formatted(f))
                            + ",\"f:env\":{"
                            + join(
                                12,
                                f ->
                                    "\"k:{\\\"name\\\":\\\"SETTING_%d\\\"}\":{\".\":{},\"f:name\":{},\"f:valueFrom\":{\".\":{},\"f:configMapKeyRef\":{}}}"
                                        .formatted(f))
                            + "}"));
    String conditionFields =
        join(
            5,
            i ->
                "\"k:{\\\"type\\\":\\\"Condition%d\\\"}\":{\".\":{},\"f:lastProbeTime\":{},\"f:lastTransitionTime\":{},\"f:status\":{},\"f:type\":{}}"
                    .formatted(i));
    return Resource.parse(
        """
        {"kind":"Pod","apiVersion":"v1","metadata":%s,"spec":%s,"status":%s}\
        """
            .formatted(
                metadata(
                    "web-6b7c9d-x2x4z",
                    "shop",
                    number,
                    ",\"labels\":{\"app\":\"web\",\"pod-template-hash\":\"6b7c9d\"},\"annotations\":{%s\"example.com/owner\":\"team-shop\"}"
                        .formatted(annotation),
                    managed(
                            "kube-controller-manager",
                            "v1",
                            BEFORE,
                            "\"f:metadata\":{\"f:labels\":{\".\":{},\"f:app\":{}}},\"f:spec\":{\"f:containers\":{%s}}"
                                .formatted(fields),
                            "")
                        + ","
                        + managed(
                            "kubelet",
                            "v1",
                            time,
                            "\"f:status\":{\"f:conditions\":{%s},\"f:containerStatuses\":{},\"f:phase\":{}%s}"
                                .formatted(conditionFields, running ? ",\"f:podIP\":{}" : ""),
                            "status")),
                spec,
                status));
  }

  private static String container(String name, int variables) {
    return """
    {"name":"%s","image":"registry.example.com/shop/%s:v1.17.3","args":["--listen=:8080","--log=info"],\
    "ports":[{"name":"http","containerPort":8080,"protocol":"TCP"}],"env":[%s],"resources":{"limits":\
    {"cpu":"2","memory":"1Gi"},"requests":{"cpu":"500m","memory":"512Mi"}},"volumeMounts":[%s],\
    "livenessProbe":{"httpGet":{"path":"/healthz","port":8080,"scheme":"HTTP"},"timeoutSeconds":1,\
    "periodSeconds":10,"successThreshold":1,"failureThreshold":3},"terminationMessagePath":\
    "/dev/termination-log","terminationMessagePolicy":"File","imagePullPolicy":"IfNotPresent"}\
    """
        .formatted(
            name,
            name,
            join(
                variables,
                i ->
                    "{\"name\":\"SETTING_%d\",\"valueFrom\":{\"configMapKeyRef\":{\"name\":\"settings\",\"key\":\"setting-%d\"}}}"
                        .formatted(i, i)),
            join(
                5,
                i ->
                    "{\"name\":\"volume-%d\",\"mountPath\":\"/etc/volume-%d\",\"readOnly\":true}"
                        .formatted(i, i)));
  }

  private static String condition(String type, boolean status, String time, String reason) {
    return """
    {"type":"%s","status":"%s","lastProbeTime":null,"lastTransitionTime":"%s"%s}\
    """
        .formatted(
            type,
            status ? "True" : "False",
            time,
            reason.isEmpty()
                ? ""
                : ",\"reason\":\"%s\",\"message\":\"containers with unready status: [app-1]\""
                    .formatted(reason));
  }

  private static String containerStatus(String name, boolean started, boolean ready, boolean init) {
    String state =
        !started
            ? "\"waiting\":{\"reason\":\"PodInitializing\"}"
            : init
                ? "\"terminated\":{\"exitCode\":0,\"reason\":\"Completed\",\"startedAt\":\"%s\",\"finishedAt\":\"%s\"}"
                    .formatted("2026-09-01T09:58:11Z", BEFORE)
                : "\"running\":{\"startedAt\":\"%s\"}".formatted(AFTER);
    return """
    {"name":"%s","state":{%s},"lastState":{},"ready":%s,"restartCount":0,"image":\
    "registry.example.com/shop/%s:v1.17.3","imageID":"%s","started":%s%s}\
    """
        .formatted(
            name,
            state,
            ready,
            name,
            started
                ? "registry.example.com/shop/%s@sha256:%s"
                    .formatted(name, "9f86d081884c7d65".repeat(4))
                : "",
            started && !init,
            started
                ? ",\"containerID\":\"containerd://%s\"".formatted("2c26b46b68ffc68f".repeat(4))
                : "");
  }

  private static Resource node(int number, String time) {
    String conditions =
        join(
            4,
            i ->
                """
                {"type":"Condition%d","status":"False","lastHeartbeatTime":"%s","lastTransitionTime":\
                "2026-03-01T09:00:02Z","reason":"KubeletHasSufficient%d","message":"kubelet has sufficient resource %d"}\
                """
                    .formatted(i, time, i, i));
    return Resource.parse(
        """
        {"kind":"Node","apiVersion":"v1","metadata":%s,"spec":{"podCIDR":"10.244.3.0/24","providerID":\
        "example://worker-7"},"status":{"capacity":{"cpu":"16","memory":"65793412Ki","pods":"110"},\
        "allocatable":{"cpu":"15","memory":"62793412Ki","pods":"110"},"conditions":[%s],"addresses":\
        [{"type":"InternalIP","address":"10.0.0.7"},{"type":"Hostname","address":"worker-7"}],"nodeInfo":{\
        "machineID":"9f86d081884c7d659f86d081884c7d65","systemUUID":"0f0a4f77-52cf-4d0b-8f0c-a1c2cf3f3e55",\
        "bootID":"2c26b46b-68ff-4d0b-8f0c-a1c2cf3f3e55","kernelVersion":"6.12.48","osImage":"Debian GNU/Linux 13",\
        "containerRuntimeVersion":"containerd://2.1.4","kubeletVersion":"v1.36.4","operatingSystem":"linux",\
        "architecture":"amd64"},"images":[%s]}}\
        """
            .formatted(
                metadata(
                    "worker-7",
                    "",
                    number,
                    ",\"labels\":{\"kubernetes.io/hostname\":\"worker-7\",\"kubernetes.io/os\":\"linux\"}",
                    managed(
                        "kubelet",
                        "v1",
                        time,
                        "\"f:status\":{\"f:conditions\":{%s},\"f:images\":{}}"
                            .formatted(
                                join(
                                    4,
                                    i ->
                                        "\"k:{\\\"type\\\":\\\"Condition%d\\\"}\":{\".\":{},\"f:lastHeartbeatTime\":{},\"f:lastTransitionTime\":{},\"f:message\":{},\"f:reason\":{},\"f:status\":{},\"f:type\":{}}"
                                            .formatted(i))),
                        "status")),
                conditions,
                join(
                    50,
                    i ->
                        "{\"names\":[\"registry.example.com/images/component-%d@sha256:%s\",\"registry.example.com/images/component-%d:v1.%d\"],\"sizeBytes\":%d}"
                            .formatted(i, "9f86d081884c7d65".repeat(4), i, i, 41_234_567 + i))));
  }

  private static Resource lease(int number, String time) {
    return Resource.parse(
        """
        {"kind":"Lease","apiVersion":"coordination.k8s.io/v1","metadata":%s,"spec":{"holderIdentity":\
        "worker-7","leaseDurationSeconds":40,"renewTime":"%s"}}\
        """
            .formatted(
                metadata(
                    "worker-7",
                    "kube-node-lease",
                    number,
                    "",
                    managed(
                        "kubelet",
                        "coordination.k8s.io/v1",
                        time,
                        "\"f:metadata\":{\"f:ownerReferences\":{}},\"f:spec\":{\"f:holderIdentity\":{},\"f:leaseDurationSeconds\":{},\"f:renewTime\":{}}",
                        "")),
                time.replace("Z", ".123456Z")));
  }

  /**
   * @param unready index of the endpoint that is not ready; -1 for none
   * @param shift number of endpoints that have been replaced: the oldest go, new ones come last
   */
  private static Resource slice(int number, int size, int unready, int shift, String time) {
    return Resource.parse(
        """
        {"kind":"EndpointSlice","apiVersion":"discovery.k8s.io/v1","metadata":%s,"addressType":"IPv4",\
        "endpoints":[%s],"ports":[{"name":"http","port":8080,"protocol":"TCP"}]}\
        """
            .formatted(
                metadata(
                    "web-abcde",
                    "shop",
                    number,
                    ",\"labels\":{\"kubernetes.io/service-name\":\"web\"}",
                    managed(
                        "kube-controller-manager",
                        "discovery.k8s.io/v1",
                        time,
                        "\"f:addressType\":{},\"f:endpoints\":{},\"f:ports\":{}",
                        "")),
                join(size, i -> endpoint(i + shift, i != unready))));
  }

  private static String endpoint(int number, boolean ready) {
    return """
    {"addresses":["10.244.%d.%d"],"conditions":{"ready":%s,"serving":%s,"terminating":false},"targetRef":\
    {"kind":"Pod","namespace":"shop","name":"web-6b7c9d-%05x","uid":"0f0a4f77-52cf-4d0b-8f0c-%012x"},\
    "nodeName":"worker-%d","zone":"zone-%d"}\
    """
        .formatted(
            number / 200,
            number % 200,
            ready,
            ready,
            number * 7919,
            number * 104_729L,
            number % 40,
            number % 3);
  }

  private static Resource configMap(int number, String setting) {
    String lines =
        IntStream.range(0, 1500)
            .mapToObj(
                i ->
                    "option.%04d = %s # the default of this option\\n"
                        .formatted(i, i == 700 ? setting : "value-" + i * 7919))
            .collect(Collectors.joining());
    return Resource.parse(
        """
        {"kind":"ConfigMap","apiVersion":"v1","metadata":%s,"data":{"settings":"%s%s"}}\
        """
            .formatted(
                metadata(
                    "settings",
                    "shop",
                    number,
                    "",
                    managed(
                        "kubectl-edit",
                        "v1",
                        setting.equals("on") ? AFTER : BEFORE,
                        "\"f:data\":{\".\":{},\"f:settings\":{}}",
                        "")),
                lines,
                "x".repeat(30_000)));
  }
}
