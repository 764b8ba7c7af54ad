package io.listwatch.campaign.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.campaign.engine.ApiServer;
import io.listwatch.campaign.engine.Engine;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Random;

/** Faults of an API server and of the network to its clients, with any storage. */
final class ServerFaults {
  /** The system calls that send responses to clients and requests to etcd, and write the log. */
  private static final String SEND = "write,writev,sendto,sendmsg";

  private ServerFaults() {}

  static <E extends Engine> List<Fault<E>> all() {
    return List.of(
        Fault.of("kill server", 1, (engine, random) -> kill(any(engine, random), random)),
        Fault.of("kill at send", 1, (engine, random) -> killAt(any(engine, random), random, SEND)),
        Fault.of("pause server", (engine, random) -> pause(any(engine, random), random)),
        Fault.of("restart server", (engine, random) -> restart(any(engine, random), random)),
        Fault.of("jump clock", (engine, random) -> jumpClock(any(engine, random), random)),
        Fault.of("cut connections", (engine, random) -> any(engine, random).proxy().cut()),
        Fault.of("halve responses", (engine, random) -> halve(any(engine, random), random)),
        Fault.of("delay connections", (engine, random) -> delay(any(engine, random), random)),
        Fault.of("lose bytes", (engine, random) -> lose(any(engine, random), random)));
  }

  private static ApiServer any(Engine engine, Random random) {
    return engine.servers().get(random.nextInt(engine.servers().size()));
  }

  private static void kill(ApiServer server, Random random)
      throws IOException, InterruptedException {
    server.kill();
    server.start(random.nextBoolean());
  }

  /** Kills the server when it enters a system call. */
  static void killAt(ApiServer server, Random random, String calls)
      throws IOException, InterruptedException {
    // strace counts the calls of each thread separately.
    String effect = "signal=SIGKILL:when=" + (1 + random.nextInt(20)) + "+";
    var unused = Strace.inject(server, calls, effect, 3_000);
    server.kill();
    server.start(random.nextBoolean());
  }

  private static void restart(ApiServer server, Random random)
      throws IOException, InterruptedException {
    server.terminate();
    server.start(random.nextBoolean());
  }

  private static void pause(ApiServer server, Random random) throws InterruptedException {
    server.signal("STOP");
    Thread.sleep(50 + random.nextInt(1_500));
    server.signal("CONT");
  }

  /**
   * Steps the server's clock: watches time out, bookmarks come at once, times in objects jump. Uses
   * the clock of {@code --faults}, because other programs use the machine's clock.
   */
  private static void jumpClock(ApiServer server, Random random)
      throws IOException, InterruptedException {
    if (!server.withFaults()) {
      server.terminate();
      server.start(true);
    }
    command(server, "{\"do\":\"freeze\"}");
    Thread.sleep(random.nextInt(300));
    command(server, "{\"do\":\"step\",\"by\":\"%dm\"}".formatted(1 + random.nextInt(600)));
    // The clock stays ahead of the machine's. The next start of the server sets it back.
    command(server, "{\"do\":\"resume\"}");
  }

  private static void command(ApiServer server, String json) throws IOException {
    var connection =
        (HttpURLConnection)
            server.directAddress().resolve("/listwatch/v1/faults").toURL().openConnection();
    connection.setRequestMethod("POST");
    connection.setReadTimeout(60_000);
    connection.setDoOutput(true);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(json.getBytes(UTF_8));
    }
    if (connection.getResponseCode() >= 300) {
      throw new IOException("faults: status " + connection.getResponseCode() + " for " + json);
    }
  }

  private static void halve(ApiServer server, Random random) throws InterruptedException {
    server.proxy().halve(true);
    Thread.sleep(20 + random.nextInt(200));
    server.proxy().halve(false);
  }

  private static void delay(ApiServer server, Random random) throws InterruptedException {
    server.proxy().delay(20 + random.nextInt(300));
    Thread.sleep(200 + random.nextInt(1_000));
    server.proxy().delay(0);
  }

  private static void lose(ApiServer server, Random random)
      throws IOException, InterruptedException {
    server.proxy().lose(true);
    Thread.sleep(100 + random.nextInt(1_000));
    server.proxy().cut();
    server.proxy().lose(false);
    server.proxy().cut();
  }
}
