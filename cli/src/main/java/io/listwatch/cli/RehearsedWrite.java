package io.listwatch.cli;

import java.util.List;

/** A write of a {@link Rehearsal}. */
record RehearsedWrite(String method, String path, String contentType, String body) {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
  private static final String JSON = "application/json";
  private static final String MERGE_PATCH = "application/merge-patch+json";
  private static final String STRATEGIC_PATCH = "application/strategic-merge-patch+json";
  private static final String APPLY_PATCH = "application/apply-patch+yaml";

  private static final String CONFIG_MAP =
      """
      {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"%s","labels":{"app":"rehearsal"}},\
      "data":{"greeting":"hello","count":"1"}}\
      """;

  private static final String POD =
      """
      {"kind":"Pod","apiVersion":"v1","metadata":{"name":"%s","labels":{"app":"rehearsal"},\
      "annotations":{"rehearsal":"true"}},"spec":{"containers":[{"name":"main","image":"main:1",\
      "command":["run"],"args":["--all"],"env":[{"name":"LEVEL","value":"info"},{"name":"NODE",\
      "valueFrom":{"fieldRef":{"fieldPath":"spec.nodeName"}}}],"ports":[{"name":"http",\
      "containerPort":8080}],"resources":{"requests":{"cpu":"100m","memory":"64Mi"},\
      "limits":{"cpu":"1","memory":"128Mi"}},"readinessProbe":{"httpGet":{"path":"/ready",\
      "port":"http"}},"volumeMounts":[{"name":"data","mountPath":"/data"}],\
      "securityContext":{"runAsNonRoot":true}},{"name":"side","image":"side:1"}],\
      "volumes":[{"name":"data","emptyDir":{}}],"tolerations":[{"key":"dedicated",\
      "operator":"Exists","effect":"NoSchedule"}],"nodeSelector":{"disk":"fast"}}}\
      """;

  private static final String STATUS =
      """
      "status":{"phase":"Running","conditions":[{"type":"Ready","status":"True",\
      "lastTransitionTime":"2026-01-01T00:00:00Z"}]}\
      """;

  private static final String LEASE =
      """
      {"kind":"Lease","apiVersion":"coordination.k8s.io/v1","metadata":{"name":"%s"},\
      "spec":{"holderIdentity":"rehearsal","leaseDurationSeconds":40,\
      "renewTime":"2026-01-01T00:00:00.000000Z"}}\
      """;

  /** Returns the writes of one round: three objects are created, changed and partly deleted. */
  static List<RehearsedWrite> ofRound(int round) {
    String name = "rehearsal-" + round;
    return List.of(
        new RehearsedWrite("POST", CONFIG_MAPS, JSON, CONFIG_MAP.formatted(name)),
        new RehearsedWrite("PUT", CONFIG_MAPS + "/" + name, JSON, CONFIG_MAP.formatted(name)),
        new RehearsedWrite("POST", PODS, JSON, POD.formatted(name)),
        new RehearsedWrite(
            "PATCH",
            PODS + "/" + name,
            STRATEGIC_PATCH,
            "{\"metadata\":{\"labels\":{\"round\":\"%d\"}}}".formatted(round)),
        new RehearsedWrite("PATCH", PODS + "/" + name + "/status", MERGE_PATCH, "{" + STATUS + "}"),
        new RehearsedWrite(
            "PATCH",
            PODS + "/" + name + "/status?fieldManager=rehearsal&force=true",
            APPLY_PATCH,
            "{\"kind\":\"Pod\",\"apiVersion\":\"v1\"," + STATUS + "}"),
        new RehearsedWrite("POST", LEASES, JSON, LEASE.formatted(name)),
        new RehearsedWrite(
            "PATCH",
            LEASES + "/" + name,
            MERGE_PATCH,
            "{\"spec\":{\"renewTime\":\"2026-01-01T00:00:01.000000Z\"}}"),
        new RehearsedWrite("DELETE", CONFIG_MAPS + "/" + name, JSON, ""));
  }
}
