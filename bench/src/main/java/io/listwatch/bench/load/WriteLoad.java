package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.bench.SubmittedPod;
import io.listwatch.bench.load.Writers.Write;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A kind of write that {@link WritesBenchmark} measures.
 *
 * @param before the number of objects that must exist first
 * @param setup creates one of those
 * @param write returns one of the measured requests
 */
record WriteLoad(String name, int before, IntFunction<Write> setup, IntFunction<Write> write) {
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
  private static final int PATCHED = 500;
  private static final int RENEWED = 100;

  /** A condition with its message, so that every write changes the object. */
  private static final String STATUS =
      """
      "phase":"Running","conditions":[{"type":"Ready","status":"True","reason":"Probed",\
      "message":"probe %d succeeded","lastTransitionTime":"2026-01-01T00:00:00Z"}]\
      """;

  static List<WriteLoad> all() {
    return List.of(
        createPod(),
        createConfigMap(),
        patchPod(),
        patchStatus("merge", "application/merge-patch+json", "{\"status\":{%s}}", ""),
        patchStatus("strategic", "application/strategic-merge-patch+json", "{\"status\":{%s}}", ""),
        patchStatus(
            "apply",
            "application/apply-patch+yaml",
            "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"status\":{%s}}",
            "?fieldManager=kubelet&force=true"),
        renewLease());
  }

  /**
   * Makes the bodies of some requests before they are sent, so that the time for that is not
   * measured.
   */
  IntFunction<Write> prepared(int first, int count) {
    List<Write> writes = IntStream.range(first, first + count).mapToObj(write).toList();
    return writes::get;
  }

  private static WriteLoad createPod() {
    return new WriteLoad("create a pod", 0, WriteLoad::pod, WriteLoad::pod);
  }

  private static Write pod(int index) {
    return Write.post(PODS, SubmittedPod.of(index, "default").object());
  }

  private static WriteLoad createConfigMap() {
    IntFunction<Write> create =
        i -> Write.post(ConfigMaps.PATH, new String(ConfigMaps.submitted(i, 0), UTF_8));
    return new WriteLoad("create a ConfigMap of 2 KB", 0, create, create);
  }

  private static WriteLoad patchPod() {
    List<String> names =
        IntStream.range(0, PATCHED).mapToObj(i -> SubmittedPod.of(i, "default").name()).toList();
    return new WriteLoad(
        "patch a pod",
        PATCHED,
        WriteLoad::pod,
        i ->
            new Write(
                "PATCH",
                PODS + "/" + names.get(i % PATCHED),
                "application/strategic-merge-patch+json",
                "{\"metadata\":{\"labels\":{\"round\":\"%d\"}}}".formatted(i)));
  }

  /**
   * Patches the status of a pod as a kubelet does.
   *
   * @param form the patch around the members of the status
   */
  private static WriteLoad patchStatus(String patch, String type, String form, String query) {
    List<String> paths =
        IntStream.range(0, PATCHED)
            .mapToObj(i -> PODS + "/" + SubmittedPod.of(i, "default").name() + "/status" + query)
            .toList();
    return new WriteLoad(
        "patch a status, " + patch,
        PATCHED,
        WriteLoad::pod,
        i -> new Write("PATCH", paths.get(i % PATCHED), type, form.formatted(STATUS.formatted(i))));
  }

  /** Patches, because an update of a Lease needs the version that the last response returned. */
  private static WriteLoad renewLease() {
    return new WriteLoad(
        "renew a Lease",
        RENEWED,
        i -> Write.post(LEASES, lease(i)),
        i ->
            new Write(
                "PATCH",
                LEASES + "/holder-" + i % RENEWED,
                "application/merge-patch+json",
                "{\"spec\":{\"renewTime\":\"2026-01-01T00:00:00.%06dZ\"}}".formatted(i)));
  }

  private static String lease(int index) {
    return """
    {"kind":"Lease","apiVersion":"coordination.k8s.io/v1","metadata":{"name":"holder-%d","namespace":"default"},\
    "spec":{"holderIdentity":"holder-%d","leaseDurationSeconds":40,"renewTime":"2026-01-01T00:00:00.000000Z"}}\
    """
        .formatted(index, index);
  }
}
