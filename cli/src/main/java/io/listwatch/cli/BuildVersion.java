package io.listwatch.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of this program. */
public final class BuildVersion implements IVersionProvider {
  /** Returns the version from the jar's manifest; {@code development} when run from classes. */
  static String text() {
    String version = BuildVersion.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"listwatch " + text()};
  }
}
