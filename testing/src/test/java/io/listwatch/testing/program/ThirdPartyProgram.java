package io.listwatch.testing.program;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Finds third-party programs that not every machine has, on the path and in the directory named by
 * the property {@value #DIRECTORY}. A test without its program is aborted, with a message about how
 * to install it.
 */
final class ThirdPartyProgram {
  static final String DIRECTORY = "listwatch.programs.directory";

  private ThirdPartyProgram() {}

  /**
   * Returns the program's path, or aborts the test.
   *
   * @param install the command that installs it
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
