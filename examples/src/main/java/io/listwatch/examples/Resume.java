package io.listwatch.examples;

import io.listwatch.client.ObjectList;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.View;
import io.listwatch.model.ExpiredException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.BackoffPolicy;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.reflector.Watch;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Breaks a watch, resumes it, and resumes it too late: first by hand, then with an informer, which
 * does all this by itself.
 */
final class Resume implements Example {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Override
  public void run(Stage stage) throws Exception {
    byHand(stage);
    byAnInformer(stage);
  }

  private static void byHand(Stage stage) throws InterruptedException {
    var maps = new Maps(stage.client());
    maps.create("a");
    ObjectList<Resource> list = maps.client().list();
    stage.say(
        "LIST: %d object, the collection is at version %s", list.items().size(), list.version());
    ResourceVersion seen = list.version();

    stage.say("%nWATCH after %s, while a is edited:", seen);
    seen = follow(stage, maps, seen, 1, () -> maps.edit("a", 1));

    stage.say("%nThe connection breaks, and a is edited twice. WATCH after %s:", seen);
    maps.edit("a", 2);
    maps.edit("a", 3);
    seen = follow(stage, maps, seen, 2, () -> {});

    stage.say("%nThe server restarts without its history; a is edited and b created meanwhile.");
    stage.outage(
        unseen -> {
          var others = new Maps(unseen);
          others.edit("a", 4);
          others.create("b");
        });
    stage.say("WATCH after %s:", seen);
    try {
      seen = follow(stage, maps, seen, 1, () -> {});
    } catch (ExpiredException expired) {
      stage.say("  ERROR     %d %s", expired.status().code(), expired.getMessage());
    }
    list = maps.client().list();
    stage.say("LIST again: %d objects at version %s", list.items().size(), list.version());
  }

  /** Reads a number of events, closes the watch, and returns the last version. */
  private static ResourceVersion follow(
      Stage stage, Maps maps, ResourceVersion from, int events, Edit meanwhile)
      throws InterruptedException {
    ResourceVersion seen = from;
    try (Watch watch = maps.client().watch(WatchOptions.after(from))) {
      meanwhile.make();
      for (int left = events; left > 0; ) {
        WatchEvent event = watch.next();
        if (event instanceof WatchEvent.Modified modified) {
          seen = event.version();
          stage.say("  MODIFIED  %s  at %s", modified.object().key(), seen);
          left--;
        }
      }
    }
    return seen;
  }

  private static void byAnInformer(Stage stage) throws InterruptedException {
    var noticed = new CountDownLatch(1);
    stage.say("%nThe same with an informer, whose handler sees only the result:");
    try (InformerFactory factory =
        stage.informers(
            Types.CONFIG_MAPS,
            options ->
                // Shortens the wait for the reader: the default delays grow from 0.8 s.
                options.policy(
                    ReflectorPolicy.CLIENT.with(
                        policy ->
                            policy.backoff(BackoffPolicy.constant(Duration.ofMillis(500))))))) {
      Informer<Resource> informer = factory.informer(Types.CONFIG_MAPS);
      try (var registration =
          informer.addHandler(stage.trace().handler("teller", telling(stage, noticed)))) {
        factory.start();
        informer.awaitSync(PATIENCE);
        registration.synced().toCompletableFuture().join();
        stage.say("  (now the server restarts; b is deleted and c created meanwhile)");
        stage.outage(
            unseen -> {
              var others = new Maps(unseen);
              others.delete("b");
              others.create("c");
            });
        if (!noticed.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
          throw new IllegalStateException("c was not noticed: " + informer.health());
        }
      }
      Throwable error = informer.health().reflector().lastError();
      stage.say("  recovered from: %s", error == null ? "nothing" : error.getMessage());
    }
  }

  private static ResourceHandler<Resource> telling(Stage stage, CountDownLatch noticed) {
    return new ResourceHandler<>() {
      @Override
      public void onAdd(View<Resource> object, boolean initial) {
        stage.say("  add     %s%s", object.key(), initial ? " (existed before)" : "");
        if (object.key().name().equals("c")) {
          noticed.countDown();
        }
      }

      @Override
      public void onDelete(View<Resource> last, boolean finalStateUnknown) {
        stage.say(
            "  delete  %s%s", last.key(), finalStateUnknown ? " (not seen, but it is gone)" : "");
      }
    };
  }

  /** An action while a watch is open. */
  @FunctionalInterface
  private interface Edit {
    void make() throws InterruptedException;
  }
}
