package io.listwatch.campaign.tap;

import io.listwatch.campaign.engine.ApiServer;
import io.listwatch.campaign.history.ListRead.Consistency;
import io.listwatch.campaign.history.Violation;
import io.listwatch.campaign.history.Violation.Promise;
import io.listwatch.campaign.history.WatchSession;
import io.listwatch.campaign.history.WatchSession.Event;
import io.listwatch.campaign.load.Lister;
import io.listwatch.campaign.load.RoundRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client that lists once, then watches and resumes from its last version until it is closed. Now
 * and then it goes back to an earlier version, or lists again.
 *
 * <p>One thread runs it. Others may read its position, and its sessions once it has ended.
 */
public abstract class WatchTap implements Tap {
  private static final FrameParser PARSER = new FrameParser();

  /** Longer than the server's timeout of any watch. */
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(45);

  private final String name;
  private final ApiServer server;
  private final @Nullable String color;
  private final Lister lister;
  private final RoundRecord record;
  private final Random random;
  private final PlantedDefect plant;
  private final List<WatchSession> sessions = new ArrayList<>();
  private final Thread thread;
  private volatile long position;
  private volatile boolean closed;
  private volatile boolean planted;
  private volatile long lastHeard = System.nanoTime();

  /** The versions of this round to which the tap may go back. */
  private final List<Long> earlier = new ArrayList<>();

  private boolean resuming;

  WatchTap(TapSettings settings, PlantedDefect plant) {
    this.name = settings.name();
    this.server = settings.server();
    this.color = settings.color();
    this.lister = settings.lister();
    this.record = settings.record();
    this.random = settings.random();
    this.plant = plant;
    this.position = settings.position();
    this.resuming = position > 0;
    this.thread = new Thread(this::run, name);
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
   * Closes a watch that has been silent for longer than any watch lasts: its client has missed the
   * end.
   *
   * @return true if there was one
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
        if (position == 0) {
          position = lister.list(Consistency.LATEST, color, random.nextInt(2) * 10);
          resuming = false;
          if (position == 0) {
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
    if (!earlier.isEmpty() && random.nextInt(10) == 0) {
      position = earlier.get(random.nextInt(earlier.size()));
    }
    var session = new WatchSession(name, color, position, resuming);
    sessions.add(session);
    String query =
        "?watch=1&allowWatchBookmarks=true&timeoutSeconds=%d&resourceVersion=%d%s"
            .formatted(
                3 + random.nextInt(30),
                position,
                color == null || plant == PlantedDefect.LEAK
                    ? ""
                    : "&labelSelector=color%3D" + color);
    resuming = true;
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
    FrameParser.Frame frame = PARSER.parse(line);
    if (frame.errorCode() != 0) {
      failed(session, frame.errorCode());
    }
    Event event = frame.event();
    if (event == null) {
      return;
    }
    session.add(event);
    position = Math.max(position, event.version());
    if (earlier.size() < 1_000 && random.nextInt(20) == 0) {
      earlier.add(event.version());
    }
  }

  private void failed(WatchSession session, int code) {
    if (code != 410) {
      return;
    }
    if (session.after() >= record.compacted()) {
      record.add(
          new Violation(
              Promise.KEPT,
              name,
              "410 for a watch after %d; storage keeps all from %d"
                  .formatted(session.after(), record.compacted())));
    }
    earlier.removeIf(version -> version < record.compacted());
    position = 0;
  }

  /** True if the defect that this tap plants has happened, or if it plants none in its streams. */
  public boolean hasPlanted() {
    return planted || !plant.isInStream();
  }

  @Override
  public boolean reached(String markerColor, long version, String token) {
    return (color != null && !color.equals(markerColor)) || position >= version;
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
    return sessions;
  }

  /** Returns the version from which the next round can resume. */
  public long position() {
    return position;
  }

  ApiServer server() {
    return server;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public String name() {
    return name;
  }
}
