package io.listwatch.workloads.node;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The behavior of a pod on its simulated node.
 *
 * @param starts false if its containers are never created
 * @param readyAfter the time from its start to ready; null for never
 * @param exitCode the exit code of its containers; null if they run on
 * @param exitAfter the time from a container's start to its exit
 * @param terminateAfter the time that its containers take to end after a delete, at most the grace
 *     period
 * @param nodeGone true if the pod's node is gone with all its pods
 * @param initCode the exit code of its init containers
 * @param initAfter the time from the start of an init container to its exit
 */
public record PodBehavior(
    boolean starts,
    @Nullable Duration readyAfter,
    @Nullable Integer exitCode,
    Duration exitAfter,
    Duration terminateAfter,
    boolean nodeGone,
    int initCode,
    Duration initAfter) {
  /** The annotation of a pod with its behavior. */
  public static final String ANNOTATION = "workloads.listwatch.io/behavior";

  /** Ready at once, until it is deleted. */
  public static final PodBehavior READY =
      new PodBehavior(
          true, Duration.ZERO, null, Duration.ZERO, Duration.ZERO, false, 0, Duration.ZERO);

  /** Succeeds at once. */
  public static final PodBehavior COMPLETED = READY.exit(0);

  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  /**
   * Parses words separated by commas: {@code ready}, {@code ready-after=30s}, {@code never-ready},
   * {@code never-starts}, {@code crash-loop}, {@code exit=1}, {@code exit-after=5s}, {@code
   * terminate-after=5s}, {@code init-exit=1}, {@code init-after=5s}, {@code node-gone}.
   *
   * @throws IllegalArgumentException for another word
   */
  public static PodBehavior parse(String text) {
    PodBehavior behavior = READY;
    for (String word : text.split(",", -1)) {
      behavior = behavior.with(word.trim());
    }
    return behavior;
  }

  private PodBehavior with(String word) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    String value = equals < 0 ? "" : word.substring(equals + 1);
    return switch (name) {
      case "ready" -> this;
      case "ready-after" -> readyAfter(duration(word, value));
      case "never-ready" -> readyAfter(null);
      case "never-starts" ->
          new PodBehavior(
              false, null, exitCode, exitAfter, terminateAfter, nodeGone, initCode, initAfter);
      case "crash-loop" -> readyAfter(null).exit(1);
      case "exit" -> exit(number(word, value));
      case "exit-after" ->
          new PodBehavior(
              starts,
              readyAfter,
              exitCode == null ? Integer.valueOf(0) : exitCode,
              duration(word, value),
              terminateAfter,
              nodeGone,
              initCode,
              initAfter);
      case "terminate-after" ->
          new PodBehavior(
              starts,
              readyAfter,
              exitCode,
              exitAfter,
              duration(word, value),
              nodeGone,
              initCode,
              initAfter);
      case "init-exit" -> init(number(word, value), initAfter);
      case "init-after" -> init(initCode, duration(word, value));
      case "node-gone" ->
          new PodBehavior(
              starts, readyAfter, exitCode, exitAfter, terminateAfter, true, initCode, initAfter);
      default -> throw invalid(word);
    };
  }

  private PodBehavior readyAfter(@Nullable Duration newReadyAfter) {
    return new PodBehavior(
        starts, newReadyAfter, exitCode, exitAfter, terminateAfter, nodeGone, initCode, initAfter);
  }

  private PodBehavior exit(int code) {
    return new PodBehavior(
        starts, readyAfter, code, exitAfter, terminateAfter, nodeGone, initCode, initAfter);
  }

  private PodBehavior init(int code, Duration after) {
    return new PodBehavior(
        starts, readyAfter, exitCode, exitAfter, terminateAfter, nodeGone, code, after);
  }

  private static Duration duration(String word, String value) {
    Matcher matcher = DURATION.matcher(value);
    if (!matcher.matches()) {
      throw invalid(word);
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }

  private static int number(String word, String value) {
    if (!value.matches("\\d{1,3}")) {
      throw invalid(word);
    }
    return Integer.parseInt(value);
  }

  private static IllegalArgumentException invalid(String word) {
    return new IllegalArgumentException(
        "behavior: %s (expected: ready, ready-after=30s, never-ready, never-starts, crash-loop, exit=1,"
                .formatted(word)
            + " exit-after=5s, terminate-after=5s, init-exit=1, init-after=5s or node-gone)");
  }
}
