package io.listwatch.cli;

import io.listwatch.cli.Finding.Severity;
import java.io.PrintWriter;

/** Prints findings as lines or as a JSON array, and counts them. */
final class ValidationReport {
  private final PrintWriter out;
  private final Format format;
  private int objects;
  private int skipped;
  private int errors;
  private int warnings;

  ValidationReport(PrintWriter out, Format format) {
    this.out = out;
    this.format = format;
  }

  enum Format {
    TEXT,
    JSON
  }

  int errors() {
    return errors;
  }

  /** Counts a validated object. */
  void count() {
    objects++;
  }

  /** Counts a skipped object. */
  void skip() {
    skipped++;
  }

  void add(Finding finding) {
    boolean first = errors + warnings == 0;
    if (finding.severity() == Severity.WARNING) {
      warnings++;
    } else {
      errors++;
    }
    if (format == Format.TEXT) {
      out.println(finding.text());
    } else {
      out.print((first ? "[\n  " : ",\n  ") + finding.json());
    }
  }

  /** Prints the summary, or the end of the array. */
  void end() {
    if (format == Format.JSON) {
      out.println(errors + warnings == 0 ? "[]" : "\n]");
    } else {
      out.println(summary());
    }
    out.flush();
  }

  private String summary() {
    var summary = new StringBuilder(amount(objects, "object"));
    if (skipped > 0) {
      summary.append(", ").append(skipped).append(" skipped");
    }
    if (warnings > 0) {
      summary.append(", ").append(amount(warnings, "warning"));
    }
    return summary
        .append(", ")
        .append(errors == 0 ? "no problems" : amount(errors, "problem"))
        .toString();
  }

  private static String amount(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
