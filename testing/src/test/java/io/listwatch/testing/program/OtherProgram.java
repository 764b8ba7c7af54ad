package io.listwatch.testing.program;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * A program that others wrote and not every machine can have: looked for on the path and in the
 * directory that the property {@value #DIRECTORY} names. A test without it is aborted and says how
 * to get it.
 */
final class OtherProgram {
  static final String DIRECTORY = "listwatch.programs.directory";

  private OtherProgram() {}

  /**
   * Where it is.
   *
   * @param install the command that brings it
   */
  static String find(String name, String install) {
    return directories()
        .map(directory -> directory.resolve(name))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst()
        .orElseGet(() -> absent(name, install));
  }

  private static Stream<Path> directories() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.concat(
            Stream.of(System.getProperty(DIRECTORY, "")),
            Arrays.stream(path.split(File.pathSeparator, -1)))
        .filter(each -> !each.isEmpty())
        .map(Path::of);
  }

  private static String absent(String name, String install) {
    return abort(
        "no %s on the path: put it there, or into a directory given with -D%s= (%s)"
            .formatted(name, DIRECTORY, install));
  }
}
