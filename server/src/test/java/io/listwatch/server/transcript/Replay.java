package io.listwatch.server.transcript;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Replays one suite against a server, step by step, in namespaces and groups of its own. */
final class Replay implements AutoCloseable {
  /** Timeout for results that need some time, which is far shorter. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final WireClient client;
  private final SocketClient sockets;
  private final AskedWebhook asked;
  private final Map<String, EventStream> opened = new HashMap<>();
  private Bindings bindings = new Bindings();

  Replay(ReplayServer server, int number) {
    client = server.client();
    sockets = server.socketClient();
    asked = new AskedWebhook(server.webhook());
    bindings.bind("ns1", "ns-%d-a".formatted(number));
    bindings.bind("ns2", "ns-%d-b".formatted(number));
    bindings.bind("ns3", "ns-%d-c".formatted(number));
    bindings.bind("name1", "name-" + number);
    bindings.bind("webhook", server.webhook().url().getAuthority());
    bindings.bind("ca", server.webhook().authorities());
  }

  /** Carries out a step. Returns the differences from the recording; empty if there are none. */
  List<String> differences(Step step) throws InterruptedException {
    if (step.method().equals("ASKED")) {
      return step.differences(asked.sinceLastStep(), bindings);
    }
    asked.beginStep();
    if (step.method().equals("CLAIMS")) {
      return step.differences(TokenContent.of(bindings.resolve(step.path())), bindings);
    }
    if (step.method().equals("WATCH-WS")) {
      return sockets.differences(step, bindings);
    }
    if (!step.wire().open().isEmpty()) {
      EventStream stream = client.watch(step, bindings);
      opened.put(step.wire().open(), stream);
      stream.await(step.wire().after());
      return List.of();
    }
    if (!step.wire().events().isMissing()) {
      return watched(step);
    }
    return step.wire().eventually() ? settled(step) : answered(step);
  }

  private List<String> watched(Step step) throws InterruptedException {
    EventStream watch =
        step.wire().opened()
            ? Objects.requireNonNull(opened.remove(step.name()))
            : client.watch(step, bindings);
    try (EventStream stream = watch) {
      return stream.differences(step, bindings);
    }
  }

  private List<String> answered(Step step) throws InterruptedException {
    return client.send(step, bindings).differences(step, bindings);
  }

  private List<String> settled(Step step) throws InterruptedException {
    long start = System.nanoTime();
    Bindings before = bindings;
    List<String> differences;
    do {
      bindings = before.copy();
      differences = answered(step);
    } while (!differences.isEmpty() && System.nanoTime() - start < TIMEOUT.toNanos());
    return differences;
  }

  @Override
  public void close() {
    opened.values().forEach(EventStream::close);
  }
}
