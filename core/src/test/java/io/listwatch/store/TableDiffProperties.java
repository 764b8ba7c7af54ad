package io.listwatch.store;

import static io.listwatch.store.TableSteps.contentOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.store.TableSteps.Edits;
import io.listwatch.store.TableSteps.Start;
import io.listwatch.store.TableSteps.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

/** Compares {@link SortedTable#diff} with a comparison of every key. */
@Domain(TableSteps.class)
@Domain(DomainContext.Global.class)
final class TableDiffProperties {
  @Property(tries = 1000)
  void diffReportsEditsInBothDirections(
      @ForAll Start start, @ForAll @Size(max = 8) List<Step> steps) {
    var before = SortedTable.copyOf(start.content());
    var after = edited(before, steps);

    assertThat(diff(before, after)).isEqualTo(naiveDiff(before, after));
    assertThat(diff(after, before)).isEqualTo(naiveDiff(after, before));
  }

  @Property(tries = 200)
  void diffOfTablesWithoutSharedNodesIsCorrect(@ForAll Start one, @ForAll Start other) {
    var before = SortedTable.copyOf(one.content());
    var after = SortedTable.copyOf(other.content());

    assertThat(diff(before, after)).isEqualTo(naiveDiff(before, after));
  }

  private static SortedTable<Integer, Object> edited(
      SortedTable<Integer, Object> table, List<Step> steps) {
    var edited = new ArrayList<>(List.of(table));
    var edits =
        new Edits() {
          @Override
          public void put(Integer key, Object value) {
            edited.set(0, edited.get(0).with(key, value));
          }

          @Override
          public void remove(Integer key) {
            edited.set(0, edited.get(0).without(key));
          }
        };
    steps.forEach(step -> step.apply(edits));
    return edited.get(0);
  }

  private static List<List<Object>> diff(
      SortedTable<Integer, Object> before, SortedTable<Integer, Object> after) {
    var told = new ArrayList<List<Object>>();
    before.diff(
        after,
        new DiffVisitor<>() {
          @Override
          public void added(Integer key, Object value) {
            told.add(List.of("added", key, value));
          }

          @Override
          public void changed(Integer key, Object was, Object is) {
            told.add(List.of("changed", key, was, is));
          }

          @Override
          public void removed(Integer key, Object value) {
            told.add(List.of("removed", key, value));
          }
        });
    return told;
  }

  private static List<List<Object>> naiveDiff(
      SortedTable<Integer, Object> before, SortedTable<Integer, Object> after) {
    var left = contentOf(before);
    var right = contentOf(after);
    var keys = new TreeSet<>(left.keySet());
    keys.addAll(right.keySet());
    var expected = new ArrayList<List<Object>>();
    for (var key : keys) {
      var was = left.get(key);
      var is = right.get(key);
      if (was == null) {
        expected.add(List.of("added", key, is));
      } else if (is == null) {
        expected.add(List.of("removed", key, was));
      } else if (was != is) {
        expected.add(List.of("changed", key, was, is));
      }
    }
    return expected;
  }
}
