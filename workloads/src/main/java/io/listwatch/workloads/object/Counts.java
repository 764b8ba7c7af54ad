package io.listwatch.workloads.object;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Counts in a status that the API leaves out when they are zero. */
public final class Counts {
  private Counts() {}

  public static void put(ObjectNode status, String field, int count) {
    if (count == 0) {
      status.remove(field);
    } else {
      status.put(field, count);
    }
  }
}
