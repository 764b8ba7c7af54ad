package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class SchemaRulesConcurrencyTest {
  @Test
  void sharesProgramsBetweenThreads() throws Exception {
    Rules rules =
        Rules.ofSpec(
            "{type: object, properties: {l: {type: array, items: {type: integer}}, n: {type:"
                + " integer}}}",
            "self.l.map(x, x * 2).filter(x, x > 4).sum() == self.n");
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      var checks = new ArrayList<Callable<Boolean>>();
      for (int i = 0; i < 200; i++) {
        boolean good = i % 2 == 0;
        String object = "spec: {l: [1, 2, 3, " + i + "], n: " + (6 + (i > 2 ? 2 * i : 0)) + "}";
        String bad = "spec: {l: [" + i + "], n: -1}";
        checks.add(() -> rules.errors(good ? object : bad).isEmpty() == good);
      }

      for (Future<Boolean> each : threads.invokeAll(checks)) {
        assertThat(each.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
