package io.listwatch.testing.program;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The kubectl binaries on this machine, one per minor version. Looks for {@code kubectl}, {@code
 * kubectl-*} and {@code kubectl.*} on the path, next to the targets of links on the path, and in
 * the directory named by the property {@value #DIRECTORY}.
 */
final class Kubectls {
  static final String DIRECTORY = "listwatch.kubectl.directory";

  /** Property that selects all versions. Off by default: a thousand commands take minutes. */
  static final String ALL = "listwatch.kubectl.all";

  private static final Pattern NAME = Pattern.compile("kubectl([-.][-.\\w]*\\d)?");
  private static final Pattern VERSION = Pattern.compile("v1\\.(\\d+)\\.\\d+");

  /** Computed once, because it runs each binary to find its version. */
  private static final Map<Integer, Path> FOUND = find();

  private Kubectls() {}

  /** Returns the oldest and the newest version, or all versions if {@value #ALL} is set. */
  static Map<Integer, Path> chosen() {
    var found = new LinkedHashMap<>(FOUND);
    if (!Boolean.getBoolean(ALL)) {
      var between = new ArrayList<>(found.keySet());
      between.remove(0);
      between.subList(0, Math.max(0, between.size() - 1)).forEach(found::remove);
    }
    return found;
  }

  /** Returns the binaries by minor version, oldest first. */
  private static Map<Integer, Path> find() {
    var found = new LinkedHashMap<Integer, Path>();
    programs().stream()
        .map(program -> Map.entry(minor(program), program))
        .sorted(Map.Entry.comparingByKey(Comparator.naturalOrder()))
        .forEach(each -> found.putIfAbsent(each.getKey(), each.getValue()));
    return found;
  }

  private static List<Path> programs() {
    var programs = new ArrayList<Path>();
    for (Path directory : directories()) {
      try (Stream<Path> files = Files.list(directory)) {
        files
            .filter(file -> NAME.matcher(file.getFileName().toString()).matches())
            .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
            .forEach(programs::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return programs;
  }

  private static List<Path> directories() {
    var directories = new ArrayList<Path>();
    for (String each : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      directories.add(Path.of(each));
    }
    for (Path each : List.copyOf(directories)) {
      Path link = each.resolve("kubectl");
      if (Files.isSymbolicLink(link)) {
        try {
          directories.add(link.toRealPath().getParent());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    String given = System.getProperty(DIRECTORY, "");
    if (!given.isEmpty()) {
      directories.add(Path.of(given));
    }
    return directories.stream().filter(Files::isDirectory).distinct().toList();
  }

  private static int minor(Path program) {
    String version = Command.run(program.toString(), "version", "--client");
    Matcher number = VERSION.matcher(version);
    if (!number.find()) {
      throw new AssertionError("%s says:\n%s".formatted(program, version));
    }
    return Integer.parseInt(number.group(1));
  }
}
