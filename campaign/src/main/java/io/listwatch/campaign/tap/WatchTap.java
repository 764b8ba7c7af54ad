package io.listwatch.campaign.tap;

import io.listwatch.campaign.engine.ApiServer;
import io.listwatch.campaign.history.ListRead.Consistency;
import io.listwatch.campaign.history.WatchSession;
import io.listwatch.campaign.load.Lister;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A client that lists once, then watches and resumes from its last version until it is closed. Now
 * and then it goes back to an earlier version, or lists again.
 *
 * <p>One thread runs it. Others may read its position, and its sessions once it has ended.
 */
public abstract class WatchTap implements Tap {
  /** Longer than the server's timeout of any watch. */
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(45);

  /** One in this many watches starts at an earlier version. */
  private static final int RETURNS = 10;

  private final ApiServer server;
  private final Lister lister;
  private final Random random;
  private final PlantedDefect plant;
  private final WatchRecord record;
  private final Thread thread;
  private volatile boolean closed;
  private volatile boolean planted;
  private volatile long lastHeard = System.nanoTime();

  WatchTap(TapSettings settings, PlantedDefect plant) {
    this.server = settings.server();
    this.lister = settings.lister();
    this.random = settings.random();
    this.plant = plant;
    this.record =
        new WatchRecord(
            settings.name(),
            settings.color(),
            settings.record(),
            random,
            settings.position(),
            RETURNS);
    this.thread = new Thread(this::run, settings.name());
    // A failure of the main thread ends the program.
    thread.setDaemon(true);
  }

  /**
   * Reads a watch to its end.
   *
   * @param query of the watch
   * @param plant receives each line and passes those to be recorded to {@link #accept}
   */
  abstract void read(String query, PlantedDefect.Stream plant)
      throws IOException, InterruptedException;

  /** Ends a read that another thread is in. */
  abstract void interruptRead() throws IOException;

  /**
   * Closes a watch that was silent for longer than any watch lasts: its client has missed the end.
   *
   * @return true if it has closed a watch
   */
  public boolean breakIfSilent() throws IOException {
    boolean silent = System.nanoTime() - lastHeard > SILENCE_NANOS;
    if (silent) {
      lastHeard = System.nanoTime();
      interruptRead();
    }
    return silent;
  }

  @Override
  public void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!closed) {
        server.awaitUp();
        if (record.position() == 0) {
          record.startAfter(
              lister.list(Consistency.LATEST, record.color(), random.nextInt(2) * 10));
          if (record.position() == 0) {
            Thread.sleep(50);
          }
        } else {
          watch();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void watch() throws InterruptedException {
    WatchSession session = record.begin();
    String selected = plant == PlantedDefect.LEAK ? null : record.color();
    String query = WatchRecord.query(session, selected, 3 + random.nextInt(30));
    try {
      read(query, plant.stream(line -> accept(session, line), () -> planted = true));
    } catch (IOException broken) {
      if (!closed) {
        Thread.sleep(20);
      }
    }
  }

  private void accept(WatchSession session, String line) {
    lastHeard = System.nanoTime();
    record.accept(session, line);
  }

  /** True if the defect that this tap plants has happened, or if it plants none in its streams. */
  public boolean hasPlanted() {
    return planted || !plant.isInStream();
  }

  @Override
  public boolean reached(String markerColor, long version, String token) {
    return record.reached(markerColor, version);
  }

  @Override
  public void end() throws IOException, InterruptedException {
    closed = true;
    for (int i = 0; i < 50 && thread.isAlive(); i++) {
      interruptRead();
      thread.join(100);
    }
    thread.interrupt();
    thread.join();
  }

  public List<WatchSession> sessions() {
    return record.sessions();
  }

  /** Returns the version from which the next round can resume. */
  public long position() {
    return record.newest();
  }

  /**
   * Returns the version after which the watch starts, which is sometimes earlier than the newest.
   */
  long resumedAfter() {
    return record.position();
  }

  ApiServer server() {
    return server;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public String name() {
    return record.name();
  }
}
