package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.SimpleType;
import io.listwatch.objects.schema.cel.CostedValue.Entries;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The sizes that a part of an expression passes to the expression around it. */
final class CostedValueTest {
  private static final SizeRange ONE_TO_FIVE = new SizeRange(1, 5);

  private static CostedValue value(@Nullable SizeRange size) {
    return new CostedValue(
        CelExpr.newBuilder().build(), 1, SimpleType.STRING, List.of(), size, null);
  }

  @Test
  void valueOfUnknownSizeIsUnbounded() {
    assertThat(value(null).size()).isEqualTo(new SizeRange(0, Double.POSITIVE_INFINITY));
    assertThat(value(ONE_TO_FIVE).size()).isEqualTo(ONE_TO_FIVE);
  }

  @Test
  void eitherCoversTheKeysAndTheValuesOfBoth() {
    var one = new Entries(false, SizeRange.of(1), SizeRange.of(5));
    var other = new Entries(false, SizeRange.of(4), SizeRange.of(2));

    var both = new Entries(false, new SizeRange(1, 4), new SizeRange(2, 5));

    assertThat(Entries.either(one, other)).isEqualTo(both);
    assertThat(Entries.either(other, one)).isEqualTo(both);
    assertThat(Entries.either(one, one)).isEqualTo(one);
  }

  @Test
  void eitherOfListsIsAList() {
    var list = new Entries(true, SizeRange.ONE, ONE_TO_FIVE);

    assertThat(Entries.either(list, list)).isEqualTo(list);
  }

  @Test
  void eitherIsUnknownIfOneIsUnknown() {
    var known = new Entries(true, SizeRange.ONE, ONE_TO_FIVE);

    assertThat(Entries.either(known, null)).isNull();
    assertThat(Entries.either(null, known)).isNull();
    assertThat(Entries.either(null, null)).isNull();
  }
}
