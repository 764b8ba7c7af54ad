package io.listwatch.workloads.kubelet;

import java.time.Instant;
import java.util.List;

/**
 * The log of one run of a container.
 *
 * @param started when the run began; identifies the run
 * @param lines in the order of their times
 * @param ended true if no line will follow
 */
record ContainerLog(Instant started, List<LogLine> lines, boolean ended) {
  ContainerLog {
    lines = List.copyOf(lines);
  }
}
