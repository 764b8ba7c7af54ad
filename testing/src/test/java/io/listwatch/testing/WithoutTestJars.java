package io.listwatch.testing;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** Leaves out the tests that other modules share, which come as jars once they are packaged. */
public final class WithoutTestJars implements ImportOption {
  @Override
  public boolean includes(Location location) {
    return !location.contains("-tests.jar");
  }
}
