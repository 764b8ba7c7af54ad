package io.listwatch.client.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.listwatch.client.ApiClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.http.ScriptedServer;
import io.listwatch.time.ManualTimers;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writing, combining and dropping of events. */
@Timeout(60)
final class EventRecorderTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectReference ROSE =
      new ObjectReference("v1", "Pod", "garden", "rose", "u-1", "7", "");

  private final ScriptedServer server = new ScriptedServer();
  private final ApiClient client = ApiClient.of(ClientConfig.of(server.address()));
  private final ManualTimers timers = new ManualTimers();
  private final EventRecorder recorder = recorder(EventPolicy.DEFAULT);

  EventRecorderTest() throws IOException {
    server.otherwise((request, answer) -> answer.json(201, request.body()));
  }

  private EventRecorder recorder(EventPolicy policy) {
    return EventRecorder.of(client, "gardener", "host-1", policy, timers);
  }

  @AfterEach
  void close() throws IOException {
    recorder.close();
    client.close();
    server.close();
  }

  private void say(String reason, String message) {
    recorder.event(ROSE, EventType.WARNING, reason, message);
  }

  private static JsonNode json(ScriptedServer.Request request) throws IOException {
    return JSON.readTree(request.body());
  }

  @Test
  void createsAnEventInTheNamespaceOfItsObject() throws Exception {
    say("Wilted", "no water");

    ScriptedServer.Request request = server.take();
    JsonNode event = json(request);
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.path()).isEqualTo("/api/v1/namespaces/garden/events");
    assertThat(event.at("/metadata/name").asText()).matches("rose\\.[0-9a-f]+");
    assertThat(event.at("/involvedObject/uid").asText()).isEqualTo("u-1");
    assertThat(event.at("/involvedObject/kind").asText()).isEqualTo("Pod");
    assertThat(event.at("/type").asText()).isEqualTo("Warning");
    assertThat(event.at("/reason").asText()).isEqualTo("Wilted");
    assertThat(event.at("/message").asText()).isEqualTo("no water");
    assertThat(event.at("/count").asInt()).isEqualTo(1);
    assertThat(event.at("/source/component").asText()).isEqualTo("gardener");
    assertThat(event.at("/reportingInstance").asText()).isEqualTo("host-1");
    assertThat(event.at("/firstTimestamp")).isEqualTo(event.at("/lastTimestamp"));
  }

  @Test
  void countsRepeatedEvents() throws Exception {
    say("Wilted", "no water");
    JsonNode first = json(server.take());
    timers.advance(Duration.ofSeconds(5));
    say("Wilted", "no water");

    ScriptedServer.Request request = server.take();
    JsonNode change = json(request);
    assertThat(request.method()).isEqualTo("PATCH");
    assertThat(request.path()).endsWith("/events/" + first.at("/metadata/name").asText());
    assertThat(change.at("/count").asInt()).isEqualTo(2);
    assertThat(change.at("/lastTimestamp")).isNotEqualTo(first.at("/lastTimestamp"));
    assertThat(change.has("firstTimestamp")).isFalse();
  }

  @Test
  void recreatesAnExpiredEventWithItsCount() throws Exception {
    server.then((request, answer) -> answer.json(201, request.body()));
    server.thenJson(
        404, "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"NotFound\",\"code\":404}");
    say("Wilted", "no water");
    server.take();
    timers.advance(Duration.ofSeconds(1));
    say("Wilted", "no water");

    assertThat(server.take().method()).isEqualTo("PATCH");
    ScriptedServer.Request again = server.take();
    assertThat(again.method()).isEqualTo("POST");
    assertThat(json(again).at("/count").asInt()).isEqualTo(2);
  }

  @Test
  void combinesSimilarEventsFromTheTenthMessageOn() throws Exception {
    for (int i = 1; i <= 11; i++) {
      timers.advance(Duration.ofSeconds(1));
      say("Wilted", "day " + i);
    }

    for (int i = 1; i <= 9; i++) {
      assertThat(json(server.take()).at("/message").asText()).isEqualTo("day " + i);
    }
    ScriptedServer.Request tenth = server.take();
    assertThat(tenth.method()).isEqualTo("POST");
    assertThat(json(tenth).at("/message").asText())
        .isEqualTo("(combined from similar events): day 10");
    ScriptedServer.Request eleventh = server.take();
    assertThat(eleventh.method()).isEqualTo("PATCH");
    assertThat(json(eleventh).at("/message").asText()).endsWith("day 11");
    assertThat(json(eleventh).at("/count").asInt()).isEqualTo(2);
  }

  @Test
  void filtersTooManyEventsAboutAnObject() throws Exception {
    for (int i = 0; i < 30; i++) {
      say("Wilted", "no water");
    }
    for (int i = 0; i < 25; i++) {
      server.take();
    }
    recorder.event(ROSE.part("spec.leaves"), EventType.WARNING, "Wilted", "another object");
    assertThat(json(server.take()).at("/message").asText()).isEqualTo("another object");

    timers.advance(Duration.ofMinutes(5));
    say("Wilted", "no water");

    // All occurrences are counted, including those not written.
    assertThat(json(server.take()).at("/count").asInt()).isEqualTo(31);
  }

  @Test
  void retriesAnUnreachableServer() throws Exception {
    server.then((request, answer) -> answer.drop());
    say("Wilted", "no water");
    server.take();
    timers.awaitPending(1);

    timers.advance(Duration.ofSeconds(10));

    assertThat(json(server.take()).at("/message").asText()).isEqualTo("no water");
  }

  @Test
  void dropsEventsThatTheServerRejects() throws Exception {
    server.thenJson(
        403, "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Forbidden\",\"code\":403}");
    say("Wilted", "refused");
    say("Wilted", "accepted");

    server.take();
    assertThat(json(server.take()).at("/message").asText()).isEqualTo("accepted");
  }

  @Test
  void eventNeverBlocks() throws Exception {
    var answered = new CountDownLatch(1);
    server.then(
        (request, answer) -> {
          answered.await();
          answer.json(201, request.body());
        });
    var small = EventPolicy.DEFAULT.with(policy -> policy.queue(2).attempts(1));

    try (EventRecorder narrow = recorder(small)) {
      narrow.event(ROSE, EventType.NORMAL, "Grew", "0");
      server.take();
      for (int i = 1; i <= 100; i++) {
        narrow.event(ROSE, EventType.NORMAL, "Grew", Integer.toString(i));
      }
      answered.countDown();

      assertThat(json(server.take()).at("/message").asText()).isEqualTo("1");
      assertThat(json(server.take()).at("/message").asText()).isEqualTo("2");
    }
    assertThat(server.waiting()).isZero();
  }

  @Test
  void closeWritesWaitingEvents() throws Exception {
    say("Grew", "a leaf");
    say("Grew", "a thorn");

    recorder.close();

    assertThat(json(server.take()).at("/message").asText()).isEqualTo("a leaf");
    assertThat(json(server.take()).at("/message").asText()).isEqualTo("a thorn");
    say("Grew", "too late");
    assertThat(server.waiting()).isZero();
  }

  /** Events that would take longer are dropped, and no thread continues after close. */
  @Test
  void closeDoesNotWaitForAServerThatHangs() throws Exception {
    server.otherwise((request, answer) -> answer.stall());
    say("Grew", "a leaf");
    server.take();
    say("Grew", "a thorn");

    // Simulates the end of the five seconds.
    Thread.currentThread().interrupt();
    recorder.close();

    assertThat(Thread.interrupted()).isTrue();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals("listwatch-events-gardener")));
    assertThat(server.waiting()).isZero();
  }

  @Test
  void truncatesLongMessagesAndReplacesInvalidNames() throws Exception {
    var odd = new ObjectReference("v1", "Node", "", "Machine:1", "", "", "");
    recorder.event(odd, EventType.NORMAL, "r".repeat(200), "m".repeat(1023) + "\uD83C\uDF39");

    ScriptedServer.Request request = server.take();
    JsonNode event = json(request);
    assertThat(request.path()).isEqualTo("/api/v1/namespaces/default/events");
    assertThat(event.at("/metadata/name").asText()).matches("[0-9a-f-]{36}");
    assertThat(event.at("/reason").asText()).hasSize(128);
    assertThat(event.at("/message").asText()).isEqualTo("m".repeat(1023));
  }
}
