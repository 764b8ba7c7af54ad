package io.listwatch.examples;

import io.listwatch.time.Timers;
import io.listwatch.trace.Trace;
import io.listwatch.trace.TracePrinter;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Runs one example, by its name: {@code examples/run NAME [--trace]}. */
public final class Examples {
  /** The option that {@code examples/run} adds when it writes to a terminal. */
  private static final String COLOUR = "--colour";

  private static final String TRACE = "--trace";

  private Examples() {}

  public static void main(String[] arguments) throws Exception {
    List<String> words = Arrays.asList(arguments);
    Example example = words.isEmpty() ? null : all().get(words.get(0));
    if (example == null || !List.of(TRACE, COLOUR).containsAll(words.subList(1, words.size()))) {
      System.err.printf("Usage: examples/run NAME [--trace]%nNAME is one of %s%n", all().keySet());
      System.exit(64);
      return;
    }
    PrintStream out = System.out;
    try (var stage = Stage.open(out, Timers.system(), trace(words, out))) {
      example.run(stage);
    }
    // Exits even if an example has left threads running.
    System.exit(0);
  }

  private static Trace trace(List<String> words, PrintStream out) {
    if (!words.contains(TRACE)) {
      return Trace.to(step -> {});
    }
    return Trace.to(words.contains(COLOUR) ? TracePrinter.coloured(out) : TracePrinter.plain(out));
  }

  /** Returns the examples by name. Each name is also the name of the example's page. */
  static SortedMap<String, Example> all() {
    var examples = new TreeMap<String, Example>();
    examples.put("coredns", new CorednsWatch());
    examples.put("life", new LifeOfAPod());
    examples.put("resume", new Resume());
    examples.put("bookmarks", new Bookmarks());
    examples.put("backoff", new BackoffTable());
    examples.put("slow", new SlowHandler());
    examples.put("controller", new GreetingController());
    examples.put("operator", new OperatorStory());
    examples.put("bytes", new UnchangedBytes());
    examples.put("oneway", new OneWay());
    return examples;
  }
}
