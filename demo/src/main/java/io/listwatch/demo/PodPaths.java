package io.listwatch.demo;

import io.listwatch.json.JsonPath;

/** Paths of pod fields. */
public final class PodPaths {
  public static final JsonPath NODE = JsonPath.of("spec.nodeName");
  public static final JsonPath GRACE = JsonPath.of("metadata.deletionGracePeriodSeconds");
  public static final JsonPath PHASE = JsonPath.of("status.phase");
  public static final JsonPath WAITING =
      JsonPath.of("status.containerStatuses[*].state.waiting.reason");

  private PodPaths() {}
}
