package io.listwatch.server.controllers;

import java.util.EnumSet;
import java.util.Set;

/**
 * Settings of the built-in controllers.
 *
 * @param enabled the controllers that run
 * @param elected true if only one of several servers on the same storage runs them
 * @param authority the PEM of the certificate authority that issued the serving certificate, for
 *     {@code kube-root-ca.crt}; empty to publish none
 * @param workloadWarnings true to warn on creation of a workload, such as a Deployment, that this
 *     server runs no controller for it
 */
public record ControllerSettings(
    Set<BuiltInController> enabled, boolean elected, String authority, boolean workloadWarnings) {
  /** All controllers, without an election, on a storage that no other server uses. */
  public static final ControllerSettings ALL =
      new ControllerSettings(EnumSet.allOf(BuiltInController.class), false, "", true);

  /** No controllers: an external controller manager does their work. */
  public static final ControllerSettings NONE = new ControllerSettings(Set.of(), false, "", false);

  public ControllerSettings {
    enabled = Set.copyOf(enabled);
  }

  public ControllerSettings without(BuiltInController disabled) {
    Set<BuiltInController> rest = EnumSet.noneOf(BuiltInController.class);
    rest.addAll(enabled);
    rest.remove(disabled);
    return new ControllerSettings(rest, elected, authority, workloadWarnings);
  }

  /** Returns the same settings with a leader election, for servers that share a storage. */
  public ControllerSettings withElection() {
    return new ControllerSettings(enabled, true, authority, workloadWarnings);
  }

  public ControllerSettings withAuthority(String newAuthority) {
    return new ControllerSettings(enabled, elected, newAuthority, workloadWarnings);
  }

  /** The same for a server whose clients bring controllers of workloads. */
  public ControllerSettings withoutWorkloadWarnings() {
    return new ControllerSettings(enabled, elected, authority, false);
  }
}
