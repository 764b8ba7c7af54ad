package io.listwatch.campaign;

import io.listwatch.campaign.engine.ApiServer;
import io.listwatch.campaign.engine.Engine;
import io.listwatch.campaign.fault.Fault;
import io.listwatch.campaign.history.ListRead;
import io.listwatch.campaign.history.Operation;
import io.listwatch.campaign.history.Operation.Outcome;
import io.listwatch.campaign.history.Timeline;
import io.listwatch.campaign.history.Violation;
import io.listwatch.campaign.history.Violation.Promise;
import io.listwatch.campaign.history.WatchCheck;
import io.listwatch.campaign.history.WatchSession;
import io.listwatch.campaign.history.WriteCheck;
import io.listwatch.campaign.load.RoundRecord;
import io.listwatch.campaign.tap.StorageTap;
import io.listwatch.storage.CompactedException;
import io.listwatch.storage.Storage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One round: load, faults, and at the end a check of all observations of clients. Each round ends
 * with a kill of all servers; the next one starts them again on the same storage.
 */
final class Round<E extends Engine> {
  /** The state that rounds share: the engine with its data, and the history so far. */
  record Stage<E extends Engine>(
      E engine,
      Timeline timeline,
      AtomicLong compacted,
      Map<String, Long> positions,
      Random random,
      Consumer<String> log) {}

  private static final int MAX_WRITES_BETWEEN_FAULTS = 60;
  private static final int POLL_MILLIS = 20;
  private static final int MAX_POLLS = 250;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Stage<E> stage;
  private final String name;
  private final LoadSize size;
  private final boolean planted;
  private final RoundRecord record;
  private final Tally tally = new Tally();

  /**
   * @param name unique among all rounds; the prefix of its tokens
   * @param planted adds clients with defects, which the check must find
   */
  Round(Stage<E> stage, String name, LoadSize size, boolean planted) {
    this.stage = stage;
    this.name = name;
    this.size = size;
    this.planted = planted;
    this.record = new RoundRecord(stage.compacted);
  }

  /**
   * Runs the faults one after the other, under load.
   *
   * @param writes the minimum number of successful writes
   */
  Tally run(List<Fault<E>> faults, int writes) throws IOException, InterruptedException {
    for (ApiServer server : stage.engine.servers()) {
      server.start(stage.random.nextBoolean());
    }
    Namespaces.create(stage.engine.servers().get(0));
    StorageTap live = stage.engine.isShared() ? storageTap(stage.engine.openStorage()) : null;
    var clients = new Clients(stage, name, size, planted, record);
    clients.start();
    for (Fault<E> fault : faults) {
      awaitWrites(1 + stage.random.nextInt(MAX_WRITES_BETWEEN_FAULTS));
      stage.log.accept(name + ": " + fault.name());
      fault.strike(stage.engine, stage.random);
      tally.fault(fault.name(), fault.kills());
      if (live != null && stage.random.nextInt(4) == 0) {
        compact(live);
      }
    }
    while (record.writes() < writes || !clients.havePlanted()) {
      Thread.sleep(POLL_MILLIS);
    }
    stage.log.accept(name + ": settle");
    settle(clients);
    stage.log.accept(name + ": end");
    clients.end();
    tally.deltas(clients.deltas());
    for (ApiServer server : stage.engine.servers()) {
      server.kill();
      tally.fault("kill at the end of a round", 1);
    }
    stage.log.accept(name + ": check");
    readStorage(live);
    check(clients);
    return tally;
  }

  /**
   * Waits, for a limited time, until writes succeed, so that the fault hits a server under load.
   */
  private void awaitWrites(int count) throws InterruptedException {
    long target = record.writes() + count;
    for (int i = 0; i < MAX_POLLS && record.writes() < target; i++) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  private @Nullable Storage opened;

  private StorageTap storageTap(Storage storage) {
    opened = storage;
    var tap = new StorageTap(storage, stage.timeline);
    tap.start();
    return tap;
  }

  private void compact(StorageTap tap) throws InterruptedException {
    long revision = tap.revision();
    if (revision > stage.compacted.get() && opened != null) {
      // Set before the compaction, so that clients do not report its 410 responses as violations.
      stage.compacted.set(revision);
      try {
        opened.compact(revision).toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
        tally.fault("compact", 0);
      } catch (RuntimeException unavailable) {
        // Another fault interrupted the compaction, so the versions may or may not be compacted.
        Thread.sleep(1);
      }
    }
  }

  /** Ends the load and waits until all taps have seen its last writes. */
  private void settle(Clients clients) throws IOException, InterruptedException {
    clients.stopLoad();
    stage.engine.heal();
    List<String> late = clients.awaitLastWrites(PATIENCE);
    tally.silent(clients.silent());
    if (!late.isEmpty()) {
      tally.add(
          List.of(
              new Violation(
                  Promise.AVAILABLE,
                  name,
                  "%s have not seen the last writes after %s".formatted(late, PATIENCE))));
    }
  }

  private void readStorage(@Nullable StorageTap live) throws InterruptedException {
    StorageTap tap = live == null ? storageTap(stage.engine.openStorage()) : live;
    try {
      tap.awaitEnd();
    } catch (IllegalStateException incomplete) {
      tally.add(
          List.of(new Violation(Promise.RELIABLE, "storage watch", String.valueOf(incomplete))));
    } catch (CompactedException compacted) {
      tally.add(List.of(new Violation(Promise.KEPT, "storage watch", String.valueOf(compacted))));
    }
    if (stage.random.nextInt(3) == 0) {
      compact(tap);
    }
    tap.end();
    if (opened != null) {
      opened.close();
    }
    tally.add(tap.violations());
  }

  private void check(Clients clients) {
    Timeline timeline = stage.timeline;
    tally.add(record.violations());
    List<Operation> operations = record.operations();
    WriteCheck.Result writes = WriteCheck.check(timeline, operations);
    tally.add(writes.violations());
    tally.undecided(writes.undecided());
    tally.add(ListRead.check(timeline, record.lists()));
    long events = timeline.changes().size();
    for (WatchSession session : clients.sessions()) {
      events += session.count();
      tally.add(WatchCheck.check(timeline, session));
    }
    for (var informer : clients.informers()) {
      events += informer.count();
      tally.add(informer.check(timeline));
    }
    long written = operations.stream().filter(Operation::isWrite).count();
    tally.round(
        events,
        written,
        operations.stream().filter(each -> each.outcome() == Outcome.UNKNOWN).count(),
        operations.size() - written,
        record.lists().size());
    tally.decisions(record.decisions());
    timeline.forget();
  }
}
