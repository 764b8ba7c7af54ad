package io.listwatch.campaign.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.campaign.history.ListRead;
import io.listwatch.campaign.history.ListRead.Consistency;
import io.listwatch.campaign.history.Operation;
import io.listwatch.campaign.history.Timeline.Versioned;
import io.listwatch.campaign.history.Violation;
import io.listwatch.campaign.history.Violation.Promise;
import io.listwatch.campaign.load.Caller.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A client that lists at every consistency, whole and in pages, until it is stopped. */
public final class Lister implements Runnable {
  private final String name;
  private final Caller caller;
  private final RoundRecord record;
  private final Random random;
  private final int keys;
  private final AtomicBoolean stopped;
  private final UnaryOperator<ListRead> plant;

  public Lister(
      String name,
      Caller caller,
      RoundRecord record,
      Random random,
      int keys,
      AtomicBoolean stopped,
      UnaryOperator<ListRead> plant) {
    this.name = name;
    this.caller = caller;
    this.record = record;
    this.random = random;
    this.keys = keys;
    this.stopped = stopped;
    this.plant = plant;
  }

  @Override
  public void run() {
    try {
      while (!stopped.get()) {
        Consistency[] all = Consistency.values();
        String color = random.nextInt(3) == 0 ? (random.nextBoolean() ? "red" : "blue") : null;
        var unused =
            list(
                all[random.nextInt(all.length)],
                color,
                random.nextInt(2) * (3 + random.nextInt(9)));
        Thread.sleep(20 + random.nextInt(200));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Lists the collection and records the list.
   *
   * @param limit of a page; 0 for none
   * @return the version of the list; 0 if it failed
   */
  public long list(Consistency consistency, @Nullable String color, int limit)
      throws InterruptedException {
    long call = System.nanoTime();
    long greatest = record.greatest();
    long floor = consistency == Consistency.EXACT ? record.recent(random) : greatest;
    if (floor == 0 && consistency != Consistency.LATEST) {
      return 0;
    }
    String query = "?limit=" + limit + version(consistency, floor);
    if (color != null) {
      query += "&labelSelector=color%3D" + color;
    }
    Map<String, Versioned> items = new HashMap<>();
    long version = 0;
    String more = "";
    do {
      Response response = caller.get(CampaignObject.COLLECTION + query + more);
      if (!response.succeeded()) {
        checkExpiry(response, version == 0 ? floor : version, consistency);
        return 0;
      }
      JsonNode list = CampaignObject.parse(response.body());
      version = list.path("metadata").path("resourceVersion").asLong();
      for (JsonNode item : list.path("items")) {
        CampaignObject object = CampaignObject.of(item);
        if (object != null) {
          items.put(object.key(), new Versioned(object.value(), object.version()));
        }
      }
      String token = list.path("metadata").path("continue").asText("");
      more = token.isEmpty() ? "" : "&continue=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
      query = more.isEmpty() ? query : "?limit=" + limit + selector(color);
    } while (!more.isEmpty());
    long reply = System.nanoTime();
    record.tell(version);
    record.add(plant.apply(new ListRead(name, consistency, color, floor, version, items)));
    if (consistency == Consistency.LATEST && color == null) {
      recordReads(items, call, reply);
    }
    return version;
  }

  private static String selector(@Nullable String color) {
    return color == null ? "" : "&labelSelector=color%3D" + color;
  }

  private static String version(Consistency consistency, long version) {
    return switch (consistency) {
      case LATEST -> "";
      case ANY -> "&resourceVersion=0";
      case NOT_OLDER_THAN -> "&resourceVersionMatch=NotOlderThan&resourceVersion=" + version;
      case EXACT -> "&resourceVersionMatch=Exact&resourceVersion=" + version;
    };
  }

  /** Checks a 410: it is correct only for a version that was compacted. */
  private void checkExpiry(Response response, long version, Consistency consistency) {
    if (response.status() == 410 && version >= record.compacted()) {
      record.add(
          new Violation(
              Promise.KEPT,
              name,
              "410 for a list (%s) at %d; storage keeps all from %d"
                  .formatted(consistency, version, record.compacted())));
    }
  }

  /** Records a consistent list as a read of every object, including absent ones. */
  private void recordReads(Map<String, Versioned> items, long call, long reply) {
    for (int i = 0; i < keys; i++) {
      String key = CampaignObject.name(i);
      Versioned object = items.get(key);
      record.add(
          new Operation(
              Operation.Kind.READ,
              key,
              null,
              null,
              call,
              reply,
              object == null ? Operation.Outcome.ABSENT : Operation.Outcome.OK,
              object == null ? null : object.value(),
              object == null ? 0 : object.version()));
    }
  }
}
