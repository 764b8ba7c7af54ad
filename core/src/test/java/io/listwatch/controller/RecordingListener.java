package io.listwatch.controller;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Records its calls, and lets a test wait for them. */
class RecordingListener implements LeaderListener {
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final List<Leadership> terms = new CopyOnWriteArrayList<>();
  private final BlockingQueue<String> news = new LinkedBlockingQueue<>();

  @Override
  public void onStartedLeading(Leadership leadership) {
    terms.add(leadership);
    record("started " + leadership.token());
  }

  @Override
  public void onStoppedLeading() {
    record("stopped");
  }

  @Override
  public void onNewLeader(String identity) {
    record("leader " + identity);
  }

  private void record(String what) {
    calls.add(what);
    news.add(what);
  }

  /** All calls, in order. */
  List<String> calls() {
    return calls;
  }

  /** Starts and stops, in order. */
  List<String> turns() {
    return calls.stream().filter(what -> !what.startsWith("leader")).toList();
  }

  List<Leadership> terms() {
    return terms;
  }

  Leadership lastTerm() {
    return terms.get(terms.size() - 1);
  }

  /** Waits for the call named {@code what} and skips all others. */
  void await(String what) throws InterruptedException {
    String next;
    do {
      next = news.poll(30, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("told: " + calls + " (expected: " + what + ")");
      }
    } while (!next.equals(what));
  }
}
