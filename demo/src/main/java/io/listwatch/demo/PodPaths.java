package io.listwatch.demo;

import io.listwatch.json.JsonPath;

/** The fields of pods that the small cluster and its spectators read. */
public final class PodPaths {
  public static final JsonPath NODE = JsonPath.of("spec.nodeName");
  public static final JsonPath GRACE = JsonPath.of("metadata.deletionGracePeriodSeconds");
  public static final JsonPath PHASE = JsonPath.of("status.phase");
  public static final JsonPath WAITING =
      JsonPath.of("status.containerStatuses[*].state.waiting.reason");

  private PodPaths() {}
}
