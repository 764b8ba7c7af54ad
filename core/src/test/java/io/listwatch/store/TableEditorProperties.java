package io.listwatch.store;

import static io.listwatch.store.TableSteps.contentOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.store.TableSteps.Edits;
import io.listwatch.store.TableSteps.Start;
import io.listwatch.store.TableSteps.Step;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

/** Compares {@link TableEditor} with {@link TreeMap}. */
@Domain(TableSteps.class)
@Domain(DomainContext.Global.class)
final class TableEditorProperties {
  @Property(tries = 1000)
  void commitEqualsATreeMap(@ForAll Start start, @ForAll @Size(max = 15) List<Step> steps) {
    var model = start.content();
    var base = SortedTable.copyOf(model);
    var before = new TreeMap<>(model);
    var editor = base.edit();

    steps.forEach(step -> step.apply(both(model, editor)));
    var table = editor.commit();

    TreeShape.check(table);
    assertThat(contentOf(table)).isEqualTo(model);
    assertThat(contentOf(base)).isEqualTo(before);
  }

  @Property(tries = 200)
  void commitsSuccessiveBatches(
      @ForAll Start start, @ForAll @Size(max = 5) List<List<Step>> batches) {
    var model = start.content();
    var table = SortedTable.copyOf(model);

    for (var steps : batches) {
      var editor = table.edit();
      steps.forEach(step -> step.apply(both(model, editor)));
      table = editor.commit();
      TreeShape.check(table);
    }

    assertThat(contentOf(table)).isEqualTo(model);
  }

  @Property(tries = 50)
  void removesAnyRangeOfTenThousandAtOnce(@ForAll Random random) {
    var model = new Start(10_000).content();
    var editor = SortedTable.copyOf(model).edit();
    double share = random.nextDouble();
    for (int key = 0; key < 20_000; key++) {
      // Some long ranges, so that whole branches are removed and single children stay.
      if (random.nextInt(1000) == 0) {
        share = random.nextInt(3) / 2.0;
      }
      if (random.nextDouble() < share) {
        both(model, editor).remove(key);
      }
    }

    var table = editor.commit();

    TreeShape.check(table);
    assertThat(contentOf(table)).isEqualTo(model);
  }

  private static Edits both(Map<Integer, Object> model, TableEditor<Integer, Object> editor) {
    return new Edits() {
      @Override
      public void put(Integer key, Object value) {
        model.put(key, value);
        editor.put(key, value);
        assertThat(editor.get(key)).isSameAs(value);
      }

      @Override
      public void remove(Integer key) {
        model.remove(key);
        editor.remove(key);
        assertThat(editor.get(key)).isNull();
      }
    };
  }
}
