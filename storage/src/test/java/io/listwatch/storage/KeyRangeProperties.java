package io.listwatch.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Compares {@link KeyRange#contains} with the definition of each kind of range. */
final class KeyRangeProperties {
  @Property
  void keysAreInUnsignedOrder(@ForAll("keys") Key left, @ForAll("keys") Key right) {
    assertThat(Integer.signum(left.compareTo(right)))
        .isEqualTo(Integer.signum(Arrays.compareUnsigned(left.bytes(), right.bytes())));
    assertThat(left.equals(right)).isEqualTo(left.compareTo(right) == 0);
  }

  @Property
  void prefixContainsExactlyTheKeysThatStartWithIt(
      @ForAll("keys") Key prefix, @ForAll("keys") Key key) {
    assertThat(KeyRange.prefix(prefix).contains(key)).isEqualTo(startsWith(key, prefix));
    assertThat(key.startsWith(prefix)).isEqualTo(startsWith(key, prefix));
  }

  private static boolean startsWith(Key key, Key prefix) {
    return key.length() >= prefix.length()
        && Arrays.equals(Arrays.copyOf(key.bytes(), prefix.length()), prefix.bytes());
  }

  @Property
  void betweenIncludesItsLowerEndOnly(
      @ForAll("keys") Key from, @ForAll("keys") Key to, @ForAll("keys") Key key) {
    var range = KeyRange.between(from, to);

    assertThat(range.contains(key)).isEqualTo(from.compareTo(key) <= 0 && key.compareTo(to) < 0);
    assertThat(range.isEmpty()).isEqualTo(from.compareTo(to) >= 0);
  }

  @Property
  void onlyContainsOneKey(@ForAll("keys") Key one, @ForAll("keys") Key key) {
    assertThat(KeyRange.only(one).contains(key)).isEqualTo(one.equals(key));
  }

  @Property
  void afterContainsOnlyGreaterKeys(
      @ForAll("ranges") KeyRange range, @ForAll("keys") Key after, @ForAll("keys") Key key) {
    assertThat(range.after(after).contains(key))
        .isEqualTo(range.contains(key) && key.compareTo(after) > 0);
  }

  @Property
  void allContainsEveryKey(@ForAll("keys") Key key) {
    assertThat(KeyRange.all().contains(key)).isTrue();
    assertThat(KeyRange.prefix(Key.EMPTY)).isEqualTo(KeyRange.all());
  }

  /** Short keys of few distinct bytes, so that many are prefixes of others. */
  @Provide
  Arbitrary<Key> keys() {
    return Arbitraries.of((byte) 0, (byte) 1, (byte) 0x7f, (byte) 0x80, (byte) 0xfe, (byte) 0xff)
        .array(byte[].class)
        .ofMaxSize(4)
        .map(Key::of);
  }

  @Provide
  Arbitrary<KeyRange> ranges() {
    return Arbitraries.oneOf(
        keys().map(KeyRange::prefix),
        keys().map(KeyRange::from),
        keys().tuple2().map(ends -> KeyRange.between(ends.get1(), ends.get2())));
  }
}
