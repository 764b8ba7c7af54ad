package io.listwatch.campaign.load;

import io.listwatch.campaign.history.Value;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/** A client that writes and reads objects at random until it is stopped. */
public final class Writer implements Runnable {
  private static final String[] COLORS = {"red", "blue"};

  /**
   * Pause after an unknown outcome. Without it, a server that is down would cause thousands of
   * them.
   */
  private static final int BACKOFF_MILLIS = 150;

  private final String name;
  private final ObjectClient client;
  private final RoundRecord record;
  private final Random random;
  private final int firstKey;
  private final int keys;
  private final int pauseMillis;
  private final AtomicBoolean stopped;
  private int count;

  /**
   * @param name unique in the campaign; the prefix of this client's tokens
   * @param firstKey number of the first of its objects
   */
  public Writer(
      String name,
      ObjectClient client,
      RoundRecord record,
      Random random,
      int firstKey,
      int keys,
      int pauseMillis,
      AtomicBoolean stopped) {
    this.name = name;
    this.client = client;
    this.record = record;
    this.random = random;
    this.firstKey = firstKey;
    this.keys = keys;
    this.pauseMillis = pauseMillis;
    this.stopped = stopped;
  }

  @Override
  public void run() {
    try {
      while (!stopped.get()) {
        Thread.sleep(next() ? random.nextInt(pauseMillis + 1) : BACKOFF_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean next() throws InterruptedException {
    String key = CampaignObject.name(firstKey + random.nextInt(keys));
    CampaignObject seen = record.seen(key);
    String token = name + "-" + count++;
    var value = new Value(token, "", COLORS[random.nextInt(COLORS.length)]);
    int fillers = random.nextInt(50) == 0 ? 2_000 : random.nextInt(30);
    int dice = random.nextInt(100);
    if (dice < 18) {
      return client.create(key, value, fillers);
    } else if (dice < 42) {
      return client.update(key, value, null, fillers);
    } else if (dice < 65) {
      return client.update(key, value, seen, fillers);
    } else if (dice < 80) {
      return client.patch(key, token, random.nextInt(3));
    } else if (dice < 90) {
      return client.delete(key, random.nextInt(3) == 0 ? seen : null);
    } else {
      return client.get(key);
    }
  }
}
