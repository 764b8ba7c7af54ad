package io.listwatch.server.registry.admission;

import io.listwatch.selector.Quotation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The admission plug-ins that run, and their configuration.
 *
 * <p>Immutable.
 */
public final class AdmissionSettings {
  /** The plug-ins that kube-apiserver runs by default. */
  public static final AdmissionSettings DEFAULT =
      new AdmissionSettings(AdmissionPlugins.ON, AdmissionConfiguration.DEFAULT);

  private final Set<String> names;
  private final AdmissionConfiguration configuration;

  private AdmissionSettings(Collection<String> names, AdmissionConfiguration configuration) {
    this.names = Set.copyOf(names);
    this.configuration = configuration;
  }

  /**
   * Returns these settings with other plug-ins.
   *
   * @param enable names of plug-ins that run besides the default ones
   * @param disable names of plug-ins that do not run
   * @throws IllegalArgumentException if a name is unknown or in both lists, or if this server does
   *     not have the plug-in or cannot run without it
   */
  public AdmissionSettings withPlugins(List<String> enable, List<String> disable) {
    var problems = new ArrayList<String>();
    checkNames("enable", enable, AdmissionPlugins.NOT_BUILT, "not built into", problems);
    checkNames("disable", disable, AdmissionPlugins.ALWAYS_ON, "always on in", problems);
    var both = new TreeSet<>(enable);
    both.retainAll(disable);
    if (!both.isEmpty()) {
      problems.add(
          "[%s] in enable-admission-plugins and disable-admission-plugins overlapped"
              .formatted(String.join(" ", both)));
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join(", ", problems));
    }
    var running = new TreeSet<>(names);
    running.addAll(enable);
    running.removeAll(disable);
    return new AdmissionSettings(running, configuration);
  }

  private static void checkNames(
      String flag, List<String> names, Set<String> rejected, String why, List<String> problems) {
    for (String each : names) {
      String what = "%s-admission-plugins plugin %s is ".formatted(flag, Quotation.of(each));
      if (!AdmissionPlugins.ORDER.contains(each)) {
        problems.add(what + "unknown");
      } else if (rejected.contains(each)) {
        problems.add(what + why + " this server");
      }
    }
  }

  /**
   * Returns these settings with the configuration in an AdmissionConfiguration.
   *
   * @param file YAML or JSON
   * @throws IllegalArgumentException if it is malformed
   */
  public AdmissionSettings withConfiguration(byte[] file) {
    return new AdmissionSettings(names, AdmissionConfiguration.read(file));
  }

  /** True if a plug-in runs. */
  public boolean runs(String plugin) {
    return names.contains(plugin);
  }

  AdmissionConfiguration configuration() {
    return configuration;
  }
}
