package io.listwatch.bench.storage;

import io.listwatch.storage.Key;
import java.util.Random;

/** The data that is written: values of 2 KB under keys that are not written in order. */
final class Sample {
  static final int VALUE_BYTES = 2_048;

  private static final byte[] VALUE = new byte[VALUE_BYTES];

  static {
    new Random(7).nextBytes(VALUE);
  }

  private Sample() {}

  /** Returns a new array each time, so that the memory that an engine retains is counted. */
  static byte[] newValue() {
    return VALUE.clone();
  }

  /** Multiplies by an odd factor, so that keys written one after the other are not neighbours. */
  static Key key(int index) {
    return Key.of("/registry/configmaps/default/load-%08x".formatted(index * 0x9e3779b1));
  }
}
