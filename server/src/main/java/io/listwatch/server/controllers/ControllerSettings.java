package io.listwatch.server.controllers;

import java.util.EnumSet;
import java.util.Set;

/**
 * What the server does by itself, and when.
 *
 * @param enabled which controllers run
 * @param elected whether only one of several servers on the same storage runs them
 * @param authority who vouches for the server's identity, as the text of a file; empty if that is
 *     not to be told
 * @param workloadWarnings whether creating a workload, such as a Deployment, warns that this server
 *     runs no controller for it
 */
public record ControllerSettings(
    Set<BuiltInController> enabled, boolean elected, String authority, boolean workloadWarnings) {
  /** Everything, in this process, on a storage that no other server uses. */
  public static final ControllerSettings ALL =
      new ControllerSettings(EnumSet.allOf(BuiltInController.class), false, "", true);

  /** Nothing: whatever is to be done is done by others. */
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

  /** The same for servers that share a storage. */
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
