package io.listwatch.server.http.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;

/** The content of {@code /version}. */
final class ServerVersion {
  private ServerVersion() {}

  static byte[] json() {
    String build = ServerVersion.class.getPackage().getImplementationVersion();
    return """
    {"major":"1","minor":"36","emulationMajor":"1","emulationMinor":"36",\
    "minCompatibilityMajor":"1","minCompatibilityMinor":"35","gitVersion":"v1.36.4+listwatch.%s",\
    "gitCommit":"","gitTreeState":"clean","buildDate":"1970-01-01T00:00:00Z",\
    "goVersion":"none","compiler":"javac","platform":"%s/%s"}\
    """
        .formatted(
            build == null ? "dev" : build.toLowerCase(Locale.ROOT),
            System.getProperty("os.name", "unknown").toLowerCase(Locale.ROOT),
            System.getProperty("os.arch", "unknown"))
        .getBytes(UTF_8);
  }
}
