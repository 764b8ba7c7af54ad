package io.listwatch.testing.seam;

import org.jspecify.annotations.Nullable;

/**
 * The test's log, to which the server writes.
 *
 * <p>Thread-safe. Levels are those of SLF4J, as numbers: 0 for trace to 40 for error.
 */
public interface TestLog {
  /** Discards everything. */
  TestLog NONE =
      new TestLog() {
        @Override
        public boolean wants(String logger, int level) {
          return false;
        }

        @Override
        public void log(String logger, int level, String line, @Nullable Throwable problem) {}
      };

  boolean wants(String logger, int level);

  void log(String logger, int level, String line, @Nullable Throwable problem);
}
