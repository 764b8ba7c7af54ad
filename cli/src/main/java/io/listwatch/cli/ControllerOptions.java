package io.listwatch.cli;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.x509.Pem;
import io.listwatch.server.controllers.BuiltInController;
import io.listwatch.server.controllers.ControllerSettings;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The options for controllers. */
final class ControllerOptions {
  @Option(
      names = "--disable-controllers",
      paramLabel = "NAME",
      split = ",",
      description =
          "Controllers that this server does not run, separated by commas: namespace-lifecycle"
              + " (empties deleted namespaces), owner-collection (garbage collector),"
              + " definition-teardown (deletes the objects of a deleted CRD), storage-protection"
              + " (finalizers of volumes and claims), namespace-defaults (default service account"
              + " and kube-root-ca.crt of each namespace), cluster-defaults (service kubernetes,"
              + " system priority classes, flow schemas), clusterrole-aggregation (rules of"
              + " aggregated ClusterRoles), token-secrets (tokens in secrets of service"
              + " accounts), resource-quota (status of quotas),"
              + " validatingadmissionpolicy-status (type checking of policies),"
              + " certificate-signing (see --sign-certificates).")
  private List<String> disabled = List.of();

  @Option(
      names = "--no-workload-warnings",
      description =
          "Do not warn that this server has no controller for a new Deployment, Job or other"
              + " workload.")
  private boolean noWorkloadWarnings;

  /**
   * Returns the settings of these options.
   *
   * @param authority the CA of the serving certificate
   * @param shared true if other servers may use the same storage; leader election then chooses one
   *     to run the controllers
   * @param attended the workload types on which a controller of this program acts
   */
  ControllerSettings settings(
      X509Certificate authority, boolean shared, Set<ResourceType> attended) {
    ControllerSettings settings = ControllerSettings.ALL.withAuthority(Pem.of(authority));
    for (String name : disabled) {
      settings = settings.without(named(name));
    }
    if (noWorkloadWarnings) {
      settings = settings.withoutWorkloadWarnings();
    }
    for (ResourceType type : attended) {
      settings = settings.withWorkloadController(type);
    }
    return shared ? settings.withElection() : settings;
  }

  /** Returns settings with these controllers, and others by name. */
  static ControllerSettings only(Set<BuiltInController> some, List<String> names) {
    var enabled = EnumSet.copyOf(some);
    names.forEach(name -> enabled.add(named(name)));
    boolean accounts = enabled.contains(BuiltInController.NAMESPACE_DEFAULTS);
    return new ControllerSettings(enabled, false, "", false, accounts, Set.of());
  }

  private static BuiltInController named(String name) {
    return BuiltInController.named(name).orElseThrow(() -> unknown(name));
  }

  private static CommandFailure unknown(String name) {
    String known =
        Arrays.stream(BuiltInController.values())
            .map(BuiltInController::toString)
            .collect(Collectors.joining(", "));
    return new CommandFailure("controller: %s (expected: one of %s)".formatted(name, known));
  }
}
