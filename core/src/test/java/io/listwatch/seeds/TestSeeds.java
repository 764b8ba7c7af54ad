package io.listwatch.seeds;

/** Seeds of tests that make their own inputs. */
public final class TestSeeds {
  private TestSeeds() {}

  /** Returns a seed that is the same in every run, or with {@code -Dexplore} a new one. */
  public static long of(Class<?> test) {
    return isExploring() ? System.nanoTime() : test.getName().hashCode();
  }

  static boolean isExploring() {
    return System.getProperty("explore") != null;
  }
}
