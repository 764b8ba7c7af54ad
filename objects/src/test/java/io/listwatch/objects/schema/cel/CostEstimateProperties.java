package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** The estimated cost of a rule, for random objects within the bounds of the schema. */
final class CostEstimateProperties {
  private static final RuleExpressions OVER = RuleExpressions.over(CallCostsTest.SCHEMA);

  @Provide
  Arbitrary<String> rules() {
    return Arbitraries.of(
        List.of(
            "self.text == self.short",
            "self.text.contains(self.short)",
            "self.text.matches('^[a-z]+$')",
            "self.text.find('[a-z]') == ''",
            "self.text.findAll('[a-z]').size() >= 0",
            "self.text.split('').all(x, x != '0')",
            "self.text.replace('a', 'bb') == self.text",
            "self.text.lowerAscii() == self.text",
            "self.text + self.short == self.text",
            "self.texts.join('-') == self.text",
            "self.numbers.all(x, x > 0)",
            "self.numbers.exists(x, x < 0)",
            "self.numbers.map(x, x * 2).size() == 0",
            "self.numbers.filter(x, x > 0).size() == 0",
            "self.numbers.isSorted()",
            "self.numbers.sum() == 0",
            "self.numbers.all(x, self.numbers.all(y, x + y >= 0))",
            "self.texts.all(t, t != self.text)",
            "self.texts.exists(t, t in self.texts)",
            "self.lists.all(l, l.all(x, x >= 0))",
            "self.labels.all(k, self.labels[k] != self.text)",
            "self.numbers.sort() == self.numbers",
            "sets.contains(self.numbers, [1, 2])",
            "self.number > 0 ? self.texts.isSorted() : self.text == ''"));
  }

  /**
   * The measured cost may be a little higher: it counts operators such as {@code &&}, which the
   * estimate leaves out. Comparisons of whole lists are not among the rules, because the estimate
   * counts a tenth of a step for an element, and the measurement at least one.
   */
  @Property(tries = 500)
  void boundsTheMeasuredCost(@ForAll("rules") String rule, @ForAll long seed) {
    assertThat((double) spent(rule, new Random(seed))).isLessThan(2 * OVER.estimate(rule) + 20);
  }

  @Property(tries = 200)
  void largerBoundsNeverLowerTheEstimate(
      @ForAll("rules") String rule, @ForAll @IntRange(min = 1, max = 1_000) int factor) {
    String larger = CallCostsTest.SCHEMA.replaceAll("(max\\w+: )(\\d+)", "$1" + 100 * factor);

    assertThat(RuleExpressions.over(larger).estimate(rule))
        .isGreaterThanOrEqualTo(OVER.estimate(rule));
  }

  private static long spent(String rule, Random random) {
    var cost = new RuleCost(RuleProgram.MAX_COST);
    OVER.run(rule, object(random), cost);
    return cost.spent();
  }

  private static JsonObject object(Random random) {
    var object = new JsonObject();
    object.put("text", text(random, 25)).put("short", text(random, 5));
    object.put("number", random.nextInt(3));
    JsonArray numbers = object.putArray("numbers");
    JsonArray texts = object.putArray("texts");
    JsonArray lists = object.putArray("lists");
    JsonObject labels = object.putObject("labels");
    int size = random.nextInt(11);
    for (int i = 0; i < size; i++) {
      numbers.add(random.nextInt(10));
      texts.add(text(random, 5));
      labels.put("k" + i, text(random, 5));
      JsonArray list = lists.addArray();
      for (int j = random.nextInt(6); j > 0; j--) {
        list.add(j);
      }
    }
    return object;
  }

  /** The bound of a string is in characters of up to four bytes. */
  private static String text(Random random, int max) {
    return random
        .ints(random.nextInt(max + 1), 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
