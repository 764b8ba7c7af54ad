package io.listwatch.testing.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The output of a process or response, line by line, for tests that wait for a line.
 *
 * <p>Thread-safe. A separate thread reads until the stream ends.
 */
final class Output {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(180);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private final List<String> lines = new ArrayList<>();

  @GuardedBy("lock")
  private boolean ended;

  @GuardedBy("lock")
  private @Nullable IOException failure;

  private Output() {}

  static Output of(String name, InputStream stream) {
    var output = new Output();
    var thread = new Thread(() -> output.read(stream), name);
    thread.setDaemon(true);
    thread.start();
    return output;
  }

  private void read(InputStream stream) {
    try (var reader = new BufferedReader(new InputStreamReader(stream, UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        add(line);
      }
      end(null);
    } catch (IOException e) {
      end(e);
    }
  }

  private void add(String line) {
    lock.lock();
    try {
      lines.add(line);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void end(@Nullable IOException how) {
    lock.lock();
    try {
      ended = true;
      failure = how;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a line that contains a match of the regular expression. */
  @CanIgnoreReturnValue
  MatchResult await(String expression) {
    return await(expression, 1).get(0);
  }

  /** Waits for at least {@code count} lines that contain a match of the regular expression. */
  @CanIgnoreReturnValue
  List<MatchResult> await(String expression, int count) {
    Pattern pattern = Pattern.compile(expression);
    long end = System.nanoTime() + PATIENCE_NANOS;
    lock.lock();
    try {
      for (List<MatchResult> found = find(pattern); ; found = find(pattern)) {
        if (found.size() >= count) {
          return found;
        }
        long left = end - System.nanoTime();
        if (ended || left <= 0) {
          throw new AssertionError(
              "%d of %d lines with %s in:\n%s"
                  .formatted(found.size(), count, expression, String.join("\n", lines)));
        }
        awaitChange(left);
      }
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private List<MatchResult> find(Pattern pattern) {
    return lines.stream()
        .map(pattern::matcher)
        .filter(Matcher::find)
        .map(Matcher::toMatchResult)
        .toList();
  }

  /** Waits for the end of the stream and returns its content. Fails if the stream breaks. */
  String awaitEnd() {
    long end = System.nanoTime() + PATIENCE_NANOS;
    lock.lock();
    try {
      while (!ended) {
        if (end - System.nanoTime() <= 0) {
          throw new AssertionError("no end after:\n" + String.join("\n", lines));
        }
        awaitChange(end - System.nanoTime());
      }
      if (failure != null) {
        throw new AssertionError("broken off after:\n" + String.join("\n", lines), failure);
      }
      return String.join("\n", lines);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  @SuppressWarnings("WaitNotInLoop") // The callers have the loops.
  private void awaitChange(long nanos) {
    try {
      changed.awaitNanos(nanos);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the lines read so far. */
  String text() {
    lock.lock();
    try {
      return String.join("\n", lines);
    } finally {
      lock.unlock();
    }
  }
}
