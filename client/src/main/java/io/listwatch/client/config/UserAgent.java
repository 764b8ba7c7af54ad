package io.listwatch.client.config;

import java.util.Locale;

/** The default {@code User-Agent}: the program, its version and its platform. */
final class UserAgent {
  private UserAgent() {}

  static String defaultText() {
    String version = UserAgent.class.getPackage().getImplementationVersion();
    return "listwatch/%s (%s/%s) java/%s"
        .formatted(
            version == null ? "unknown" : version.replaceFirst("-.*", ""),
            property("os.name").split(" ", -1)[0].toLowerCase(Locale.ROOT),
            property("os.arch"),
            Runtime.version().feature());
  }

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }
}
