package io.listwatch.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The steps that informers report: bounded, in order, and read from where the last read ended. */
final class InformerStepsTest {
  private static final UserInfo USER = new UserInfo("jane", "", List.of());

  private final ManualTimers timers = new ManualTimers();
  private final InformerSteps steps = new InformerSteps(timers);

  @Test
  void returnsOnlyNewSteps() {
    report("a", "list", "watch");
    JsonObject first = read(0);
    report("a", "delta");

    assertThat(first.at("/items/0/user").asText()).isEqualTo("jane");
    assertThat(first.at("/items/0/steps").size()).isEqualTo(2);
    JsonObject second = read(first.path("last").asLong());
    assertThat(second.at("/items/0/steps").size()).isEqualTo(1);
    assertThat(second.at("/items/0/steps/0/part").asText()).isEqualTo("delta");
  }

  @Test
  void keepsTheLastSteps() {
    for (int i = 0; i < InformerSteps.MAX_STEPS + 7; i++) {
      report("a", "list");
    }

    assertThat(read(0).at("/items/0/steps").size()).isEqualTo(InformerSteps.MAX_STEPS);
    assertThat(read(0).at("/items/0/steps/0/number").asLong()).isEqualTo(8);
  }

  @Test
  void dropsTheProgramThatWasSilentLongest() {
    for (int i = 0; i <= InformerSteps.MAX_PROGRAMS; i++) {
      report("p" + i, "list");
    }

    assertThat(read(0).path("items").size()).isEqualTo(InformerSteps.MAX_PROGRAMS);
    assertThat(read(0).at("/items/0/program").asText()).isEqualTo("p1");
  }

  @Test
  void dropsSilentPrograms() {
    report("a", "list");

    timers.advance(InformerSteps.MAX_SILENCE.plus(Duration.ofSeconds(1)));

    assertThat(read(0).path("items").size()).isZero();
  }

  @Test
  void dropsUnknownStepsAndTruncatesLongNames() {
    String body =
        """
        {"program": "a", "dropped": 3, "steps": [
          {"part": "nonsense", "what": "x"}, 7,
          {"part": "list", "who": "%s", "what": "y"}]}
        """
            .formatted("w".repeat(1_000));
    steps.accept(USER, (JsonObject) JsonTrees.read(body)).toCompletableFuture().join();

    assertThat(read(0).at("/items/0/steps").size()).isEqualTo(1);
    assertThat(read(0).at("/items/0/steps/0/who").asText()).hasSize(200);
    assertThat(read(0).at("/items/0/dropped").asLong()).isEqualTo(3);
  }

  @Test
  void rejectsProgramWithoutName() {
    assertThatThrownBy(() -> steps.accept(USER, new JsonObject()))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("program: 0 characters (expected: 1 to 64)");
  }

  private void report(String program, String... parts) {
    var body = new JsonObject().put("program", program);
    for (String part : parts) {
      if (!body.has("steps")) {
        body.putArray("steps");
      }
      ((io.listwatch.objects.json.JsonArray) body.path("steps"))
          .addObject()
          .put("part", part)
          .put("who", "pods")
          .put("what", "x");
    }
    steps.accept(USER, body).toCompletableFuture().join();
  }

  private JsonObject read(long after) {
    return steps.read(QueryParameters.parse("after=" + after)).toCompletableFuture().join();
  }
}
