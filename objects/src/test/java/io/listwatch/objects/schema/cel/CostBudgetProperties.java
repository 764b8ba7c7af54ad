package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

final class CostBudgetProperties {
  private static List<FieldError> errors(List<Double> costs, int count, boolean accepted) {
    var errors = new ArrayList<FieldError>();
    var budget = new CostBudget(accepted);
    for (double cost : costs) {
      budget.enter("rule", "rule", cost, count, errors);
    }
    budget.close("schema", errors);
    return errors;
  }

  @Property
  void anotherRuleNeverMakesASchemaAcceptable(
      @ForAll @Size(max = 20) List<@DoubleRange(min = 0, max = 2e7) Double> costs,
      @ForAll @DoubleRange(min = 0, max = 2e7) double another,
      @ForAll @IntRange(min = 1, max = 5) int count) {
    var more = new ArrayList<>(costs);
    more.add(another);

    assertThat(errors(more, count, false))
        .hasSizeGreaterThanOrEqualTo(errors(costs, count, false).size());
  }

  @Property
  void moreValuesNeverMakeASchemaAcceptable(
      @ForAll @Size(max = 20) List<@DoubleRange(min = 0, max = 2e7) Double> costs,
      @ForAll @IntRange(min = 1, max = 5) int count) {
    assertThat(errors(costs, count + 1, false))
        .hasSizeGreaterThanOrEqualTo(errors(costs, count, false).size());
  }

  @Property
  void acceptedSchemaHasNoOtherErrors(
      @ForAll @Size(max = 20) List<@DoubleRange(min = 0, max = 2e7) Double> costs) {
    assertThat(errors(costs, 1, false)).containsAll(errors(costs, 1, true));
  }
}
