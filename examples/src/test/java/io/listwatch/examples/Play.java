package io.listwatch.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.time.Timers;
import io.listwatch.trace.Trace;
import io.listwatch.trace.TracePrinter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Runs an example for a test, on its own thread, and collects its output. */
final class Play {
  private static final long PATIENCE_SECONDS = 180;

  private final Example example;
  private final Shown shown = new Shown();
  private final FutureTask<Void> task = new FutureTask<>(this::play);
  private Timers timers = Timers.system();
  private boolean traced;

  private Play(Example example) {
    this.example = example;
  }

  static Play of(String name) {
    return new Play(Objects.requireNonNull(Examples.all().get(name), name));
  }

  Play timers(Timers newTimers) {
    timers = newTimers;
    return this;
  }

  Play traced() {
    traced = true;
    return this;
  }

  private Void play() throws Exception {
    var out = new PrintStream(shown, true, UTF_8);
    Trace trace = traced ? Trace.to(TracePrinter.plain(out)) : Trace.to(step -> {});
    try (var stage = Stage.open(out, timers, trace)) {
      example.run(stage);
    }
    return null;
  }

  /** Runs the example to its end and returns its output. */
  String run() throws Exception {
    return start().end();
  }

  Play start() {
    var thread = new Thread(task, "play");
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  /** Waits until the output matches. */
  void await(String pattern) throws InterruptedException {
    shown.await(Pattern.compile(pattern));
  }

  String end() throws Exception {
    task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    return shown.text();
  }

  /** Collects the output and wakes threads that wait for more. */
  private static final class Shown extends ByteArrayOutputStream {
    @Override
    public synchronized void write(byte[] bytes, int from, int count) {
      super.write(bytes, from, count);
      notifyAll();
    }

    synchronized void await(Pattern pattern) throws InterruptedException {
      while (!pattern.matcher(text()).find()) {
        wait();
      }
    }

    synchronized String text() {
      return toString(UTF_8).replace(System.lineSeparator(), "\n");
    }
  }
}
