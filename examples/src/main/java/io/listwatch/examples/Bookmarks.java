package io.listwatch.examples;

import io.listwatch.client.ObjectList;
import io.listwatch.client.ResourceClient;
import io.listwatch.model.ExpiredException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.Watch;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import java.time.Duration;

/**
 * Shows the lists that bookmarks save. Two watches of Secrets, one with bookmarks and one without,
 * see no changes while ConfigMaps change all the time. Then the server loses its history.
 */
final class Bookmarks implements Example {
  private static final int SECRETS = 100;
  private static final int EDITS = 100;

  /**
   * Timeout of the first watches. The server sends a bookmark every minute, and a last one two
   * seconds before a watch ends.
   */
  private static final Duration LONG = Duration.ofSeconds(5);

  private static final Duration SHORT = Duration.ofSeconds(1);

  @Override
  public void run(Stage stage) throws Exception {
    ResourceClient<Resource> secrets =
        stage.client().resources(Types.SECRETS).inNamespace("default");
    for (int i = 0; i < SECRETS; i++) {
      secrets.create(secret(i));
    }
    ResourceVersion start = secrets.list().version();
    editSomethingElse(stage);
    stage.say(
        "There are %d Secrets at version %s, and then a ConfigMap is edited %d times.",
        SECRETS, start, EDITS);
    ResourceVersion with;
    ResourceVersion without;
    try (Watch marked = secrets.watch(options(start, true, LONG));
        Watch unmarked = secrets.watch(options(start, false, LONG))) {
      with = last(marked, start);
      without = last(unmarked, start);
    }
    stage.say(
        "Two watches of the Secrets after %s receive no events, and end. The last version seen by",
        start);
    stage.say("  the one with bookmarks:    %s", with);
    stage.say("  the one without bookmarks: %s", without);

    stage.outage(unseen -> {});
    stage.say("%nThe server restarts without its history. To resume,");
    resume(stage, secrets, "the one with bookmarks", with);
    resume(stage, secrets, "the one without", without);
  }

  private static Resource secret(int number) {
    return Resource.parse(
        """
        {"apiVersion":"v1","kind":"Secret","metadata":{"name":"secret-%03d"},\
        "stringData":{"password":"%064d"}}\
        """
            .formatted(number, number));
  }

  private static WatchOptions options(ResourceVersion after, boolean bookmarks, Duration timeout) {
    return new WatchOptions(
        VersionMatch.exactly(after),
        false,
        bookmarks,
        timeout,
        LabelSelector.everything(),
        FieldSelector.everything());
  }

  private static void editSomethingElse(Stage stage) throws InterruptedException {
    var maps = new Maps(stage.client());
    maps.create("busy");
    for (int i = 1; i <= EDITS; i++) {
      maps.edit("busy", i);
    }
  }

  /** Reads a watch to its end and returns the last version seen. */
  private static ResourceVersion last(Watch watch, ResourceVersion start)
      throws InterruptedException {
    ResourceVersion seen = start;
    while (!watch.ended()) {
      WatchEvent event = watch.next();
      if (event != null) {
        seen = event.version();
      }
    }
    return seen;
  }

  private static void resume(
      Stage stage, ResourceClient<Resource> secrets, String who, ResourceVersion from)
      throws InterruptedException {
    try (Watch watch = secrets.watch(options(from, true, SHORT))) {
      watch.next();
      stage.say("  %s opens a watch after %s, and has missed nothing", who, from);
    } catch (ExpiredException expired) {
      ObjectList<Resource> list = secrets.list();
      long bytes = list.items().stream().mapToLong(Resource::size).sum();
      stage.say(
          "  %s gets %d, and lists %d objects again, %d bytes",
          who, expired.status().code(), list.items().size(), bytes);
    }
  }
}
