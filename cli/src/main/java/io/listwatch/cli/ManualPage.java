package io.listwatch.cli;

import static java.util.stream.Collectors.joining;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of a command in roff, with the same descriptions as its help. */
final class ManualPage {
  private static final String ENVIRONMENT =
      """
      .SH ENVIRONMENT
      .TP
      .B JAVA_HOME
      The Java to run with, 17 or later; without it, the one on the PATH. The self\\-contained archive brings its own.
      .TP
      .B LISTWATCH_JAVA_OPTIONS
      Options for Java; they win over those in lib/java\\-options.
      .SH EXIT STATUS
      .TP
      .B 0
      The command succeeded, or the server was shut down.
      .TP
      .B 1
      The command failed; a line says why.
      .TP
      .B 64
      The command line is wrong.
      .TP
      .B 66
      A manifest cannot be read.
      .TP
      .B 130
      A second signal ended the server at once.
      """;

  private final CommandLine command;
  private final CommandSpec spec;
  private final Help help;
  private final StringBuilder roff = new StringBuilder();

  ManualPage(CommandLine command) {
    this.command = command;
    this.spec = command.getCommandSpec();
    this.help = new Help(spec, Help.defaultColorScheme(Ansi.OFF));
  }

  /** Returns the name of the page, such as {@code listwatch-authority-check}. */
  String name() {
    return spec.qualifiedName("-");
  }

  String roff() {
    roff.setLength(0);
    String version = "listwatch " + BuildVersion.text();
    roff.append(
        ".TH %s 1 \"\" \"%s\" Listwatch\n".formatted(name().toUpperCase(Locale.ROOT), version));
    section("NAME", name() + " \\- " + escaped(description().get(0).replaceFirst("\\.$", "")));
    section("SYNOPSIS", synopsis());
    section(
        "DESCRIPTION", description().stream().map(ManualPage::escaped).collect(joining("\n.PP\n")));
    parameters();
    options("OPTIONS", ungrouped());
    for (ArgGroupSpec group : spec.argGroups()) {
      String heading = String.valueOf(group.heading()).replace("%n", "").replaceFirst(":$", "");
      options(escaped(heading), group.allOptionsNested().stream());
    }
    commands();
    if (command.getParent() == null) {
      roff.append(ENVIRONMENT);
    }
    seeAlso();
    return roff.toString();
  }

  private void section(String heading, String text) {
    roff.append(".SH \"").append(heading).append("\"\n").append(text).append('\n');
  }

  private List<String> description() {
    return Stream.of(spec.usageMessage().description()).filter(line -> !line.isEmpty()).toList();
  }

  private String synopsis() {
    String parameters =
        spec.positionalParameters().stream()
            .filter(each -> !each.hidden())
            .map(
                each ->
                    " "
                        + text(
                            help.parameterLabelRenderer()
                                .renderParameterLabel(each, Ansi.OFF, List.of())))
            .collect(joining());
    String commands = command.getSubcommands().isEmpty() ? "" : " COMMAND";
    return ".B %s\n[OPTIONS]%s"
        .formatted(escaped(spec.qualifiedName()), escaped(parameters + commands));
  }

  private void parameters() {
    for (PositionalParamSpec each : spec.positionalParameters()) {
      if (!each.hidden()) {
        Text[][] rows =
            help.createDefaultParameterRenderer()
                .render(each, help.parameterLabelRenderer(), help.colorScheme());
        entry(each.paramLabel(), described(rows));
      }
    }
  }

  private Stream<OptionSpec> ungrouped() {
    return spec.options().stream().filter(each -> each.group() == null);
  }

  private void options(String heading, Stream<OptionSpec> options) {
    List<OptionSpec> shown =
        options
            .filter(each -> !each.hidden())
            .sorted(Comparator.comparing(each -> each.longestName().replaceFirst("^-+", "")))
            .toList();
    if (!shown.isEmpty()) {
      roff.append(".SH \"").append(heading).append("\"\n");
    }
    for (OptionSpec each : shown) {
      Text[][] rows =
          help.createDefaultOptionRenderer()
              .render(each, help.parameterLabelRenderer(), help.colorScheme());
      String value = each.arity().max() == 0 ? "" : "=" + each.paramLabel();
      entry(String.join(", ", each.names()) + value, described(rows));
    }
  }

  /** Returns the last column of the help, which has the description with its default values. */
  private static String described(Text[][] rows) {
    return Stream.of(rows)
        .map(row -> text(row[row.length - 1]))
        .filter(line -> !line.isEmpty())
        .collect(joining("\n"));
  }

  private void commands() {
    if (!command.getSubcommands().isEmpty()) {
      roff.append(".SH COMMANDS\n");
    }
    for (CommandLine each : command.getSubcommands().values()) {
      var page = new ManualPage(each);
      if (!page.spec.usageMessage().hidden()) {
        entry(page.name() + "(1)", page.description().get(0));
      }
    }
  }

  private void seeAlso() {
    CommandLine parent = command.getParent();
    String first =
        parent == null ? "" : ".BR " + escaped(new ManualPage(parent).name()) + " (1),\n";
    section("SEE ALSO", first + "docs/operating.md in the archive");
  }

  /** Writes a term and, indented below it, its description. */
  private void entry(String term, String description) {
    roff.append(".TP\n.B ")
        .append(escaped(term))
        .append('\n')
        .append(escaped(description))
        .append('\n');
  }

  private static String text(Text text) {
    return text.plainString().strip();
  }

  /**
   * Escapes hyphens, which roff would turn into soft ones, lines that roff would read as requests,
   * and characters that are not ASCII.
   */
  private static String escaped(String text) {
    String ascii =
        text.replace("\\", "\\e").replace("-", "\\-").replaceAll("(?m)^([.'])", "\\\\&$1");
    return ascii
        .codePoints()
        .mapToObj(each -> each < 0x80 ? Character.toString(each) : "\\[u%04X]".formatted(each))
        .collect(joining());
  }
}
