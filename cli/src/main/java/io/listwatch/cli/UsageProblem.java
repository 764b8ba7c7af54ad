package io.listwatch.cli;

import java.util.Collection;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.UnmatchedArgumentException;

/** Explains a wrong command line in one line. */
final class UsageProblem {
  /** The list of enum values in a message of picocli. */
  private static final Pattern VALUES =
      Pattern.compile("expected one of \\[([^]]*)] \\(case-(?:in)?sensitive\\)");

  private UsageProblem() {}

  static String describe(Exception problem, CommandLine line) {
    if (problem instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      return unknown(unmatched.getUnmatched().get(0), line);
    }
    // Some messages of picocli have several lines.
    String first = String.valueOf(problem.getMessage()).lines().findFirst().orElse("");
    return VALUES.matcher(first).replaceAll(UsageProblem::lowerCase);
  }

  private static String lowerCase(MatchResult values) {
    return "expected one of " + values.group(1).toLowerCase(Locale.ROOT);
  }

  private static String unknown(String argument, CommandLine line) {
    boolean option = argument.startsWith("-");
    Collection<String> known =
        option ? line.getCommandSpec().optionsMap().keySet() : line.getSubcommands().keySet();
    String what = option ? "option" : line.getSubcommands().isEmpty() ? "argument" : "command";
    return "unknown %s '%s'".formatted(what, argument)
        + Similar.to(argument, known).map(". Did you mean '%s'?"::formatted).orElse("");
  }
}
