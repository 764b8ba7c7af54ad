package io.listwatch.cli;

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

/** What the server does by itself. */
final class ControllerOptions {
  @Option(
      names = "--disable-controllers",
      paramLabel = "NAME",
      split = ",",
      description =
          "Do not run these: namespace-lifecycle, owner-collection, definition-teardown,"
              + " storage-protection, namespace-furniture, cluster-furniture.")
  private List<String> disabled = List.of();

  @Option(
      names = "--no-workload-warnings",
      description =
          "Do not warn who creates a Deployment, Job or the like that nothing here acts on it: a"
              + " controller elsewhere does.")
  private boolean noWorkloadWarnings;

  /**
   * What was asked for.
   *
   * @param authority who vouches for the server
   * @param shared whether other servers may be on the same storage: then one of them does it
   */
  ControllerSettings settings(X509Certificate authority, boolean shared) {
    ControllerSettings settings = ControllerSettings.ALL.withAuthority(Pem.of(authority));
    for (String name : disabled) {
      settings = settings.without(named(name));
    }
    if (noWorkloadWarnings) {
      settings = settings.withoutWorkloadWarnings();
    }
    return shared ? settings.withElection() : settings;
  }

  /** Those alone, and others by their names. */
  static ControllerSettings only(Set<BuiltInController> some, List<String> names) {
    var enabled = EnumSet.copyOf(some);
    names.forEach(name -> enabled.add(named(name)));
    return new ControllerSettings(enabled, false, "", false);
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
