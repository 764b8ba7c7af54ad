package io.listwatch.cli;

import io.listwatch.cli.Finding.Severity;
import io.listwatch.objects.Kinds;
import io.listwatch.objects.Manifest;
import io.listwatch.objects.Problem;
import io.listwatch.objects.RejectedObjectException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Validates manifests as kube-apiserver would, without a server. */
@Command(
    name = "validate",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = {
      "Validates manifests as kube-apiserver would, without a server.",
      "CustomResourceDefinitions among the files define the kinds of other objects."
    },
    footer = {
      "",
      "Exit codes: 0 if all objects are valid, 1 if not, 64 for a wrong command line, 66 if a file"
          + " cannot",
      "be read."
    })
final class ValidateCommand implements Callable<Integer> {
  private static final String DEFINITION = "CustomResourceDefinition";
  private static final int INVALID = 1;

  /** The exit code for an unreadable input file, {@code EX_NOINPUT} of sysexits.h. */
  private static final int NO_INPUT = 66;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-f", "--filename"},
      required = true,
      paramLabel = "FILE",
      description =
          "A YAML or JSON file, a directory of such files, or - for standard input; may be"
              + " repeated.")
  private List<String> names = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "Output format: text or json (default: ${DEFAULT-VALUE}).")
  private ValidationReport.Format format = ValidationReport.Format.TEXT;

  @Option(
      names = "--field-validation",
      paramLabel = "MODE",
      defaultValue = "strict",
      description =
          "Unknown and duplicate fields are errors (strict), warnings (warn) or ignored (ignore)"
              + " (default: ${DEFAULT-VALUE}).")
  private FieldValidation fieldValidation = FieldValidation.STRICT;

  @Option(
      names = "--ignore-unknown-kinds",
      description = "Skip objects whose kind is neither built in nor defined in the files.")
  private boolean ignoringUnknownKinds;

  /** The modes of kube-apiserver's {@code fieldValidation} parameter. */
  private enum FieldValidation {
    STRICT,
    WARN,
    IGNORE
  }

  @Override
  public Integer call() {
    List<ManifestFile> files;
    try {
      files = ManifestFile.readAll(names);
    } catch (IOException unreadable) {
      spec.commandLine().getErr().println("listwatch: " + Listwatch.words(unreadable));
      return NO_INPUT;
    }
    var report = new ValidationReport(spec.commandLine().getOut(), format);
    Kinds kinds = kinds(files);
    for (ManifestFile file : files) {
      file.syntaxError()
          .map(problem -> new Finding(Severity.ERROR, file.name(), null, problem))
          .ifPresent(report::add);
      file.manifests().forEach(each -> validate(kinds, file.name(), each, report));
    }
    report.end();
    return report.errors() == 0 ? 0 : INVALID;
  }

  /** CRDs apply to all files, in any order. */
  private static Kinds kinds(List<ManifestFile> files) {
    Kinds kinds = Kinds.builtIn();
    for (ManifestFile file : files) {
      for (Manifest manifest : file.manifests()) {
        kinds = manifest.kind().equals(DEFINITION) ? with(kinds, manifest) : kinds;
      }
    }
    return kinds;
  }

  /** Skips an invalid CRD; its problems are reported with those of all objects. */
  private static Kinds with(Kinds kinds, Manifest definition) {
    try {
      return kinds.with(definition);
    } catch (RejectedObjectException invalid) {
      return kinds;
    }
  }

  private void validate(Kinds kinds, String file, Manifest manifest, ValidationReport report) {
    boolean skipped =
        ignoringUnknownKinds && !kinds.contains(manifest.apiVersion(), manifest.kind());
    if (skipped) {
      report.skip();
      return;
    }
    report.count();
    for (Problem problem : kinds.validate(manifest)) {
      if (fieldValidation == FieldValidation.STRICT || !isAboutFields(problem)) {
        report.add(new Finding(Severity.ERROR, file, manifest, problem));
      } else if (fieldValidation == FieldValidation.WARN) {
        report.add(new Finding(Severity.WARNING, file, manifest, problem));
      }
    }
  }

  private static boolean isAboutFields(Problem problem) {
    return problem.reason().equals(Problem.UNKNOWN_FIELD)
        || problem.reason().equals(Problem.DUPLICATE_FIELD);
  }
}
