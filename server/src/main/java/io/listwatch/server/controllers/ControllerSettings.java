package io.listwatch.server.controllers;

import io.listwatch.model.ResourceType;
import java.util.EnumSet;
import java.util.HashSet;
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
 * @param defaultAccounts true to create the ServiceAccount {@code default} together with its
 *     namespace, also without the controller that creates it again
 * @param attended the workload types that a controller outside of this server acts on
 */
public record ControllerSettings(
    Set<BuiltInController> enabled,
    boolean elected,
    String authority,
    boolean workloadWarnings,
    boolean defaultAccounts,
    Set<ResourceType> attended) {
  /** All controllers, without an election, on a storage that no other server uses. */
  public static final ControllerSettings ALL =
      new ControllerSettings(
          EnumSet.allOf(BuiltInController.class), false, "", true, true, Set.of());

  /** No controllers: an external controller manager does their work. */
  public static final ControllerSettings NONE =
      new ControllerSettings(Set.of(), false, "", false, false, Set.of());

  public ControllerSettings {
    enabled = Set.copyOf(enabled);
    attended = Set.copyOf(attended);
  }

  public ControllerSettings without(BuiltInController disabled) {
    Set<BuiltInController> rest = EnumSet.noneOf(BuiltInController.class);
    rest.addAll(enabled);
    rest.remove(disabled);
    boolean accounts = defaultAccounts && disabled != BuiltInController.NAMESPACE_DEFAULTS;
    return new ControllerSettings(rest, elected, authority, workloadWarnings, accounts, attended);
  }

  /** Returns the same settings with a leader election, for servers that share a storage. */
  public ControllerSettings withElection() {
    return new ControllerSettings(
        enabled, true, authority, workloadWarnings, defaultAccounts, attended);
  }

  public ControllerSettings withAuthority(String newAuthority) {
    return new ControllerSettings(
        enabled, elected, newAuthority, workloadWarnings, defaultAccounts, attended);
  }

  /** Returns the same settings with the ServiceAccount {@code default} in each new namespace. */
  public ControllerSettings withDefaultAccounts() {
    return new ControllerSettings(enabled, elected, authority, workloadWarnings, true, attended);
  }

  /** Returns the same settings without warnings about missing workload controllers. */
  public ControllerSettings withoutWorkloadWarnings() {
    return new ControllerSettings(enabled, elected, authority, false, defaultAccounts, attended);
  }

  /**
   * Returns the same settings with an external controller for a workload type, which gets no
   * warning.
   */
  public ControllerSettings withWorkloadController(ResourceType type) {
    var more = new HashSet<>(attended);
    more.add(type);
    return new ControllerSettings(
        enabled, elected, authority, workloadWarnings, defaultAccounts, more);
  }

  /** True if the creation of a workload of this type gets a warning. */
  public boolean warnsOf(ResourceType type) {
    return workloadWarnings && !attended.contains(type);
  }
}
