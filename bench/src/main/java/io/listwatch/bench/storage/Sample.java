package io.listwatch.bench.storage;

import io.listwatch.storage.Key;
import java.util.Random;

/** What is written: values of 2 KB under keys that come in no order. */
final class Sample {
  static final int VALUE_BYTES = 2_048;

  private static final byte[] VALUE = new byte[VALUE_BYTES];

  static {
    new Random(7).nextBytes(VALUE);
  }

  private Sample() {}

  /** An array of its own each time, so that what an engine keeps is counted. */
  static byte[] newValue() {
    return VALUE.clone();
  }

  /** Spread by an odd factor, so that neighbours in time are not neighbours in order. */
  static Key key(int index) {
    return Key.of("/registry/configmaps/default/load-%08x".formatted(index * 0x9e3779b1));
  }
}
