package io.listwatch.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Compares a tree with a {@link TreeMap}, and checks that changing a tree leaves the original as it
 * was.
 */
final class EntryTreeProperties {
  private static final byte[] VALUE = {};

  @Property
  void containsEntriesPutAndNotRemoved(
      @ForAll("edits") List<Integer> edits,
      @ForAll @IntRange(max = 60) int from,
      @ForAll @IntRange(max = 60) int to,
      @ForAll @IntRange(min = 1, max = 10) int limit) {
    var tree = EntryTree.EMPTY;
    var map = new TreeMap<Key, StoredEntry>();
    var range = KeyRange.between(key(from), key(to));
    var past = new ArrayList<EntryTree>();
    var pastEntries = new ArrayList<List<StoredEntry>>();

    for (int i = 0; i < edits.size(); i++) {
      past.add(tree);
      pastEntries.add(List.copyOf(map.values()));
      Key key = key(Math.abs(edits.get(i)));
      if (edits.get(i) < 0) {
        tree = tree.without(key);
        map.remove(key);
      } else {
        var entry = new StoredEntry(key, VALUE, 1, i + 1, false);
        tree = tree.with(entry);
        map.put(key, entry);
      }
      assertThat(tree.get(key)).isEqualTo(map.get(key));
    }

    var within = map.values().stream().filter(entry -> range.contains(entry.key())).toList();
    assertThat(all(tree)).isEqualTo(List.copyOf(map.values()));
    assertThat(tree.count(range)).isEqualTo(within.size());
    assertThat(tree.entries(range, limit))
        .isEqualTo(within.subList(0, Math.min(limit, within.size())));
    assertThat(past).extracting(EntryTreeProperties::all).isEqualTo(pastEntries);
  }

  private static List<StoredEntry> all(EntryTree tree) {
    return tree.entries(KeyRange.all(), Integer.MAX_VALUE);
  }

  private static Key key(int number) {
    return Key.of("%04d".formatted(number));
  }

  /** A negative number removes the key that the positive one puts. */
  @Provide
  Arbitrary<List<Integer>> edits() {
    return Arbitraries.integers().between(-60, 60).list().ofMaxSize(120);
  }

  @Test
  void staysBalanced() {
    var tree = EntryTree.EMPTY;
    for (int i = 0; i < 4096; i++) {
      tree = tree.with(new StoredEntry(key(i), VALUE, 1, 1, false));
    }
    // No subtree holds more than three quarters of its parent, so 4096 entries are at most 29
    // levels deep.
    assertThat(tree.depth()).isLessThan(30);

    for (int i = 0; i < 4096; i++) {
      if (i % 16 != 0) {
        tree = tree.without(key(i));
      }
    }
    assertThat(tree.count(KeyRange.all())).isEqualTo(256);
    assertThat(tree.depth()).isLessThan(20);
  }
}
