package io.listwatch.cli;

import io.listwatch.server.registry.admission.AdmissionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for admission plug-ins, which kube-apiserver has too. */
final class AdmissionOptions {
  /** Larger files are rejected. */
  private static final long MAX_BYTES = 1 << 20;

  @Option(
      names = "--enable-admission-plugins",
      paramLabel = "NAME",
      split = ",",
      description =
          "Admission plug-ins that run besides the default ones, separated by commas, such as"
              + " AlwaysPullImages.")
  private List<String> enabled = List.of();

  @Option(
      names = "--disable-admission-plugins",
      paramLabel = "NAME",
      split = ",",
      description = "Admission plug-ins that do not run, separated by commas, such as PodSecurity.")
  private List<String> disabled = List.of();

  @Option(
      names = "--admission-control-config-file",
      paramLabel = "FILE",
      description =
          "The configuration of the plug-ins EventRateLimit, PodNodeSelector, PodSecurity,"
              + " PodTolerationRestriction and ResourceQuota: an AdmissionConfiguration as YAML or"
              + " JSON.")
  private @Nullable Path configuration;

  AdmissionSettings settings() throws IOException {
    try {
      AdmissionSettings settings = AdmissionSettings.DEFAULT.withPlugins(enabled, disabled);
      return configuration == null
          ? settings
          : settings.withConfiguration(ofUsualSize(configuration));
    } catch (IllegalArgumentException problem) {
      throw new CommandFailure(String.valueOf(problem.getMessage()), problem);
    }
  }

  private static Path ofUsualSize(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new CommandFailure(
          "%s: %d bytes (expected: at most %d)".formatted(file, Files.size(file), MAX_BYTES));
    }
    return file;
  }
}
