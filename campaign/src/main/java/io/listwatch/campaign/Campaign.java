package io.listwatch.campaign;

import static java.time.temporal.ChronoUnit.SECONDS;

import io.listwatch.campaign.engine.Engine;
import io.listwatch.campaign.engine.EtcdEngine;
import io.listwatch.campaign.engine.SqliteEngine;
import io.listwatch.campaign.fault.EtcdFaults;
import io.listwatch.campaign.fault.Fault;
import io.listwatch.campaign.fault.SqliteFaults;
import io.listwatch.campaign.history.Timeline;
import io.listwatch.campaign.powerloss.PowerLosses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** The program: see {@link Settings#USAGE}. */
public final class Campaign {
  /**
   * Number of faults in a round. With fewer, checks are more frequent; with more, the load runs
   * longer.
   */
  private static final int FAULTS_OF_A_ROUND = 12;

  private static final int POWER_LOSSES = 40;

  /** Number of writes in which every planted defect occurs. */
  private static final int PLANTED_WRITES = 1_000;

  private final Settings settings;
  private final Path directory;
  private final Tally total = new Tally();
  private final List<String> problems = new ArrayList<>();

  private Campaign(Settings settings, Path directory) {
    this.settings = settings;
    this.directory = directory;
  }

  @SuppressWarnings("CatchAndPrintStackTrace") // it is the program's output
  public static void main(String... arguments) throws Exception {
    Settings settings;
    try {
      settings = Settings.parse(arguments);
    } catch (Settings.UsageException e) {
      System.err.println("campaign: " + e.getMessage());
      System.err.print(Settings.USAGE);
      System.exit(64);
      return;
    }
    exitAfter(settings.limit());
    Path directory = Files.createTempDirectory("listwatch-campaign");
    boolean passed = false;
    try {
      passed = new Campaign(settings, directory).run();
    } catch (Exception e) {
      e.printStackTrace();
    }
    // Threads of clients may still wait for servers that are gone.
    System.exit(passed ? 0 : 1);
  }

  /** Ends the program if it hangs. */
  private static void exitAfter(Duration limit) {
    var limiter =
        new Thread(
            () -> {
              try {
                Thread.sleep(limit.toMillis());
                System.err.printf("campaign: not done after %d min%n", limit.toMinutes());
                System.exit(1);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "campaign-limit");
    limiter.setDaemon(true);
    limiter.start();
  }

  private boolean run() throws IOException, InterruptedException {
    System.out.printf("seed %d, files in %s%n", settings.seed(), directory);
    for (String engine : settings.engines()) {
      Path data = Files.createDirectories(directory.resolve(engine));
      if (engine.equals("sqlite")) {
        runOn(new SqliteEngine(data), SqliteFaults.all());
      } else {
        runOn(new EtcdEngine(data), EtcdFaults.all());
      }
    }
    System.out.println("total: " + total);
    System.out.println("faults: " + total.faults());
    problems.forEach(System.out::println);
    boolean passed = problems.isEmpty() && total.violations().isEmpty();
    if (passed) {
      Scratch.delete(directory);
    }
    System.out.printf("seed %d: %s%n", settings.seed(), passed ? "passed" : "FAILED");
    return passed;
  }

  private <E extends Engine> void runOn(E engine, List<Fault<E>> kinds)
      throws IOException, InterruptedException {
    var random = new Random(settings.seed());
    var stage =
        new Round.Stage<>(
            engine, new Timeline(), new AtomicLong(), new HashMap<>(), random, this::log);
    try {
      if (settings.planted()) {
        plant(stage);
      }
      Instant end = Instant.now().plus(settings.duration().dividedBy(settings.engines().size()));
      int number = 1;
      do {
        var cycle =
            new FaultCycle<>(
                withKills(kinds),
                FAULTS_OF_A_ROUND,
                random,
                () -> !settings.wholeCycle() && Instant.now().isAfter(end));
        do {
          round(stage, number++, cycle.next());
        } while (cycle.hasNext());
        losePower(stage);
      } while (Instant.now().isBefore(end));
    } finally {
      engine.end();
    }
  }

  /** Returns all kinds of faults, with kills as often as the settings say. */
  private <E extends Engine> List<Fault<E>> withKills(List<Fault<E>> kinds) {
    var faults = new ArrayList<>(kinds);
    for (int i = 1; i < settings.kills(); i++) {
      kinds.stream().filter(each -> each.kills() > 0).forEach(faults::add);
    }
    return faults;
  }

  /** Logs a step before it happens, with the time, to compare with the servers' logs. */
  private void log(String step) {
    try {
      Files.writeString(
          directory.resolve("steps.log"),
          Instant.now() + " " + step + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private <E extends Engine> void round(Round.Stage<E> stage, int number, List<Fault<E>> faults)
      throws IOException, InterruptedException {
    String name = "%s-%d-%d".formatted(stage.engine().name(), settings.seed(), number);
    Tally tally = new Round<>(stage, name, settings.size(), false).run(faults, 0);
    report(name, tally);
  }

  /**
   * Simulates many power losses. Only on SQLite: the durability of etcd's files is not tested here.
   */
  private <E extends Engine> void losePower(Round.Stage<E> stage)
      throws IOException, InterruptedException {
    if (stage.engine().isShared()) {
      return;
    }
    log("lose power");
    Path scratch = Files.createDirectories(directory.resolve("power"));
    var losses = new PowerLosses(scratch, stage.random());
    losses.record();
    var tally = new Tally();
    for (int i = 0; i < POWER_LOSSES; i++) {
      tally.add(losses.strike());
      tally.fault("lose power", 0);
    }
    report("power losses", tally);
    for (int i = 0; settings.planted() && losses.strikePlanted().isEmpty(); i++) {
      if (i == POWER_LOSSES) {
        problems.add("not found: synced writes that the disk lost");
        return;
      }
    }
  }

  private void report(String name, Tally tally) {
    System.out.printf("%s %s: %s%n", Instant.now().truncatedTo(SECONDS), name, tally);
    tally.violations().stream().limit(10).forEach(each -> System.out.println("  " + each));
    total.add(tally);
  }

  /**
   * Runs a round with planted defects, which the check must find. These findings do not count as
   * violations.
   */
  private <E extends Engine> void plant(Round.Stage<E> stage)
      throws IOException, InterruptedException {
    String name = "%s-%d-planted".formatted(stage.engine().name(), settings.seed());
    Tally tally = new Round<>(stage, name, settings.size(), true).run(List.of(), PLANTED_WRITES);
    List<String> missing = Planted.problems(tally.violations());
    System.out.printf("%s: %d problems with planted defects%n", name, missing.size());
    missing.forEach(each -> System.out.println("  " + each));
    problems.addAll(missing);
  }
}
