package io.listwatch.store;

import java.util.NavigableMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/** Initial contents and edits, for properties of tables. */
public final class TableSteps extends DomainContextBase {
  @Provide
  Arbitrary<Start> starts() {
    var boundaries =
        Arbitraries.of(0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 512, 513, 1023, 1024, 1025);
    return Arbitraries.oneOf(boundaries, Arbitraries.integers().between(0, 600)).map(Start::new);
  }

  @Provide
  Arbitrary<Step> steps() {
    return Combinators.combine(
            Arbitraries.of(true, false),
            Arbitraries.integers().between(-10, 2100),
            Arbitraries.integers().between(1, 4),
            Arbitraries.of(1, 1, 1, 1, 2, 5, 17, 40, 200))
        .as(Step::new);
  }

  static <V> NavigableMap<Integer, V> contentOf(SortedTable<Integer, V> table) {
    var content = new TreeMap<Integer, V>();
    table.forEach(content::put);
    return content;
  }

  /** The first {@code size} even numbers, so that there is a free key between any two. */
  public record Start(int size) {
    NavigableMap<Integer, Object> content() {
      var content = new TreeMap<Integer, Object>();
      for (int i = 0; i < size; i++) {
        content.put(2 * i, new Object());
      }
      return content;
    }
  }

  /** Puts or removes {@code length} keys, the lowest first, {@code stride} apart. */
  public record Step(boolean put, int lowest, int stride, int length) {
    void apply(Edits edits) {
      for (int i = 0; i < length; i++) {
        int key = lowest + i * stride;
        if (put) {
          edits.put(key, new Object());
        } else {
          edits.remove(key);
        }
      }
    }
  }

  /** The target of a step's edits: usually a model and the table under test. */
  interface Edits {
    void put(Integer key, Object value);

    void remove(Integer key);
  }
}
