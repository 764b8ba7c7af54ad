package io.listwatch.campaign.fault;

import io.listwatch.campaign.engine.SqliteEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Faults of a server with its own database, and of the database's disk. */
public final class SqliteFaults {
  private static final String SYNC = "fsync,fdatasync";
  private static final String WRITE = "pwrite64";

  private SqliteFaults() {}

  public static List<Fault<SqliteEngine>> all() {
    var all = new ArrayList<Fault<SqliteEngine>>(ServerFaults.all());
    all.add(
        Fault.of(
            "kill at sync",
            1,
            (engine, random) -> ServerFaults.killAt(engine.server(), random, SYNC)));
    all.add(
        Fault.of(
            "kill at write",
            1,
            (engine, random) -> ServerFaults.killAt(engine.server(), random, WRITE)));
    all.add(Fault.of("fail sync", (engine, random) -> fail(engine, random, SYNC, "EIO")));
    all.add(Fault.of("fail write", (engine, random) -> fail(engine, random, WRITE, "EIO")));
    all.add(Fault.of("slow sync", (engine, random) -> slow(engine, random, SYNC)));
    all.add(Fault.of("slow write", (engine, random) -> slow(engine, random, WRITE)));
    all.add(Fault.of("fill disk", SqliteFaults::fillDisk));
    return all;
  }

  private static void fail(SqliteEngine engine, Random random, String calls, String error)
      throws IOException, InterruptedException {
    String effect =
        "error=%s:when=%d+%d".formatted(error, 1 + random.nextInt(5), 1 + random.nextInt(3));
    injectAndRevive(engine, random, calls, effect, 200 + random.nextInt(800));
  }

  private static void slow(SqliteEngine engine, Random random, String calls)
      throws IOException, InterruptedException {
    String effect = "delay_enter=" + (20_000 + random.nextInt(300_000));
    injectAndRevive(engine, random, calls, effect, 300 + random.nextInt(1_200));
  }

  private static void injectAndRevive(
      SqliteEngine engine, Random random, String calls, String effect, long millis)
      throws IOException, InterruptedException {
    if (!Strace.inject(engine.server(), calls, effect, millis)) {
      engine.server().start(random.nextBoolean());
    }
  }

  private static void fillDisk(SqliteEngine engine, Random random)
      throws IOException, InterruptedException {
    if (!engine.disk().isSmall()) {
      fail(engine, random, WRITE, "ENOSPC");
      return;
    }
    engine.disk().fill();
    boolean ended = engine.server().awaitEnd(200 + random.nextInt(1_500));
    engine.disk().free();
    if (ended) {
      engine.server().start(random.nextBoolean());
    }
  }
}
