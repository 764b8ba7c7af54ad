package io.listwatch.server.registry.admission;

import io.listwatch.selector.Quotation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
      new AdmissionSettings(AdmissionPlugins.ON, AdmissionConfiguration.DEFAULT, true);

  private final Set<String> names;
  private final AdmissionConfiguration configuration;
  private final boolean allowsPrivileged;

  private AdmissionSettings(
      Collection<String> names, AdmissionConfiguration configuration, boolean allowsPrivileged) {
    this.names = Set.copyOf(names);
    this.configuration = configuration;
    this.allowsPrivileged = allowsPrivileged;
  }

  /**
   * Returns these settings with other plug-ins.
   *
   * @param enable names of plug-ins that run besides the default ones
   * @param disable names of plug-ins that do not run
   * @throws IllegalArgumentException if a name is unknown or in both lists, or if this server does
   *     not have the plug-in
   */
  public AdmissionSettings withPlugins(List<String> enable, List<String> disable) {
    var problems = new ArrayList<String>();
    checkNames("enable", enable, AdmissionPlugins.NOT_BUILT, problems);
    checkNames("disable", disable, Set.of(), problems);
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
    return new AdmissionSettings(running, configuration, allowsPrivileged);
  }

  private static void checkNames(
      String flag, List<String> names, Set<String> rejected, List<String> problems) {
    for (String each : names) {
      String what = "%s-admission-plugins plugin %s is ".formatted(flag, Quotation.of(each));
      if (!AdmissionPlugins.ORDER.contains(each)) {
        problems.add(what + "unknown");
      } else if (rejected.contains(each)) {
        problems.add(what + "not built into this server");
      }
    }
  }

  /**
   * Returns these settings with the configuration in an AdmissionConfiguration that names no other
   * file.
   *
   * @param file YAML or JSON
   * @throws IllegalArgumentException if it is malformed
   */
  public AdmissionSettings withConfiguration(byte[] file) {
    return with(
        AdmissionConfiguration.read(
            file,
            path -> {
              throw new IllegalArgumentException(
                  "path: %s (expected: configuration in the file itself)".formatted(path));
            }));
  }

  /**
   * Returns these settings with the configuration in an AdmissionConfiguration. The paths in it are
   * relative to its directory.
   *
   * @param file YAML or JSON
   * @throws IOException if it, or a file that it names, cannot be read
   * @throws IllegalArgumentException if one is malformed
   */
  public AdmissionSettings withConfiguration(Path file) throws IOException {
    try {
      return with(
          AdmissionConfiguration.read(
              Files.readAllBytes(file), path -> bytes(file.resolveSibling(path))));
    } catch (UncheckedIOException unreadable) {
      throw unreadable.getCause();
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private AdmissionSettings with(AdmissionConfiguration changed) {
    return new AdmissionSettings(names, changed, allowsPrivileged);
  }

  /**
   * Returns these settings with or without privileged containers. They are allowed by default;
   * kube-apiserver needs {@code --allow-privileged} for that.
   */
  public AdmissionSettings withPrivileged(boolean allowed) {
    return new AdmissionSettings(names, configuration, allowed);
  }

  /** True if pods may have privileged containers. */
  public boolean allowsPrivileged() {
    return allowsPrivileged;
  }

  /** True if a plug-in runs. */
  public boolean runs(String plugin) {
    return names.contains(plugin);
  }

  AdmissionConfiguration configuration() {
    return configuration;
  }
}
