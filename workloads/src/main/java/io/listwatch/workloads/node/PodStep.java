package io.listwatch.workloads.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;

/** The next action of a simulated node on a pod. */
sealed interface PodStep {
  /** Writes a status. */
  record Write(ObjectNode status) implements PodStep {}

  /** Looks again later. */
  record Wait(Duration time) implements PodStep {}

  /** Deletes a pod whose containers have ended. */
  enum Delete implements PodStep {
    NOW
  }

  /** Does nothing until the pod changes. */
  enum Idle implements PodStep {
    IDLE
  }
}
