package io.listwatch.cli;

import picocli.CommandLine.IVersionProvider;

/** Which Listwatch this is. */
public final class BuildVersion implements IVersionProvider {
  /** As the build wrote it into the jar; absent when run from classes. */
  static String text() {
    String version = BuildVersion.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"listwatch " + text()};
  }
}
