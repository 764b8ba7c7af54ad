package io.listwatch.storage.etcd;

import io.listwatch.storage.StorageException;
import java.util.Comparator;
import java.util.regex.Pattern;

/** The version of an etcd member. */
record EtcdVersion(int major, int minor, int patch) implements Comparable<EtcdVersion> {
  /** The oldest supported version. */
  static final EtcdVersion OLDEST = new EtcdVersion(3, 4, 0);

  private static final Pattern TEXT = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");

  private static final Comparator<EtcdVersion> ORDER =
      Comparator.comparingInt(EtcdVersion::major)
          .thenComparingInt(EtcdVersion::minor)
          .thenComparingInt(EtcdVersion::patch);

  static EtcdVersion of(String text) {
    var matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new StorageException("version: \"%s\" (expected: such as 3.5.17)".formatted(text));
    }
    return new EtcdVersion(
        Integer.parseInt(matcher.group(1)),
        Integer.parseInt(matcher.group(2)),
        Integer.parseInt(matcher.group(3)));
  }

  /**
   * True if requested progress never arrives before events that precede it. Older versions respond
   * immediately with the store's revision, even if events are still on their way.
   */
  boolean hasReliableProgress() {
    return compareTo(new EtcdVersion(3, 5, 13)) >= 0
        || (minor == 4 && compareTo(new EtcdVersion(3, 4, 31)) >= 0);
  }

  @Override
  public int compareTo(EtcdVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
