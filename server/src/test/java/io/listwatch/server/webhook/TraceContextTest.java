package io.listwatch.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceContextTest {
  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  @ParameterizedTest
  @ValueSource(
      strings = {
        PARENT,
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what.later.versions.have",
      })
  void acceptsTraceparent(String parent) {
    assertThat(TraceContext.of(List.of(parent), List.of())).isEqualTo(new TraceContext(parent, ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.more",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-\u00e9",
      })
  void ignoresInvalidTraceparent(String parent) {
    assertThat(TraceContext.of(List.of(parent), List.of("a=1"))).isEqualTo(TraceContext.NONE);
  }

  @Test
  void ignoresRepeatedAndLongTraceparent() {
    assertThat(TraceContext.of(List.of(PARENT, PARENT), List.of())).isEqualTo(TraceContext.NONE);
    assertThat(
            TraceContext.of(List.of("cc" + PARENT.substring(2) + "-" + "x".repeat(100)), List.of()))
        .isEqualTo(TraceContext.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a=1",
        "a=1,b=2",
        "a=1, ,b=2",
        "tenant@system=x y",
        "a/b_c-d*=!\"#$%&'()*+-./:;<>?@~"
      })
  void acceptsTracestate(String state) {
    assertThat(TraceContext.of(List.of(PARENT), List.of(state)).state()).isEqualTo(state);
  }

  @Test
  void joinsSeveralTracestateHeaders() {
    assertThat(TraceContext.of(List.of(PARENT), List.of("a=1", "b=2")).state())
        .isEqualTo("a=1,b=2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "a=", "=1", "A=1", "a=1,a=2", "a=1=2", "a=\u00e9", "a b=1", "a=1\t2"})
  void leavesOutInvalidTracestate(String state) {
    assertThat(TraceContext.of(List.of(PARENT), List.of(state)))
        .isEqualTo(new TraceContext(PARENT, ""));
  }

  @Test
  void leavesOutTracestateWithTooManyMembersOrCharacters() {
    assertThat(TraceContext.of(List.of(PARENT), List.of(members(32))).state()).isNotEmpty();
    assertThat(TraceContext.of(List.of(PARENT), List.of(members(33))).state()).isEmpty();
    String value = "x".repeat(250);
    String state = "a=%1$s,b=%1$s".formatted(value);
    assertThat(TraceContext.of(List.of(PARENT), List.of(state)).state()).isNotEmpty();
    assertThat(TraceContext.of(List.of(PARENT), List.of(state + ",ccccc=1")).state()).isEmpty();
  }

  private static String members(int count) {
    return IntStream.range(0, count).mapToObj(i -> "k" + i + "=1").collect(Collectors.joining(","));
  }

  @Test
  void isCurrentDuringACallAndInTasksOfItsExecutor() {
    var trace = new TraceContext(PARENT, "");

    assertThat(trace.<TraceContext>during(TraceContext::current)).isEqualTo(trace);
    trace.on(Runnable::run).execute(() -> assertThat(TraceContext.current()).isEqualTo(trace));
    assertThat(TraceContext.current()).isEqualTo(TraceContext.NONE);
  }
}
