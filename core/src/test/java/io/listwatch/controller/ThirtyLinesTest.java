package io.listwatch.controller;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.UnavailableException;
import io.listwatch.reflector.FakeCollection;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A complete controller is short, and correct despite failures. */
@Timeout(120)
final class ThirtyLinesTest {
  private static final JsonPath TEXT = JsonPath.of("text");
  private static final int NAMES = 12;

  /** Interval of rechecks: our informer never sees a copy that another client deletes too early. */
  private static final Duration RECHECK = Duration.ofMinutes(1);

  private final ManualTimers timers = new ManualTimers();
  private final FakeCollection notes = new FakeCollection();
  private final FakeCollection copies = new FakeCollection();

  /** Keeps a copy of every note with the label app=notes, and deletes all other copies. */
  record Copier(Informer<Resource> notes, Informer<Resource> copies, FakeCollection target) {
    Controller<ResourceKey> controller(ManualTimers timers) {
      return Controller.builder("copier", this::reconcile)
          .watching(notes, View::key, Copier::wanted)
          .watching(copies, View::key)
          .workers(2)
          .timers(timers)
          .build();
    }

    private Reconciliation reconcile(ResourceKey key) {
      Optional<String> note =
          notes.get(key).filter(Copier::wanted).flatMap(found -> found.text(TEXT));
      Optional<String> copy = copies.get(key).flatMap(found -> found.text(TEXT));
      if (note.isEmpty()) {
        target.delete(key);
      } else if (!note.equals(copy)) {
        target.put(key, note.get());
        return Reconciliation.again(RECHECK);
      }
      return Reconciliation.done();
    }

    private static boolean wanted(View<Resource> note) {
      return "notes".equals(note.labels().value("app"));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void copiesFollowTheNotesThroughChangesDisconnectsAndRestarts(long seed) {
    var random = new Random(seed);
    for (int run = 0; run < 3; run++) {
      try (var sources = factory(notes);
          var targets = factory(copies)) {
        var copier = new Copier(sources.informer(Notes.TYPE), targets.informer(Notes.TYPE), copies);
        try (var controller = copier.controller(timers)) {
          controller.start();
          for (int i = 0; i < 100; i++) {
            happen(random);
          }
          ControllerFixture.soon()
              .untilAsserted(
                  () -> {
                    timers.advance(ofSeconds(1));
                    assertThat(texts(copies))
                        .as(() -> sources.health() + " " + targets.health())
                        .isEqualTo(labelled(texts(notes)));
                  });
        }
      }
      // No controller is running; the next one finds the changes.
      for (int i = 0; i < 20; i++) {
        happen(random);
      }
    }
  }

  private void happen(Random random) {
    FakeCollection any = random.nextInt(4) == 0 ? copies : notes;
    String name = (random.nextBoolean() ? "note-" : "draft-") + random.nextInt(NAMES);
    switch (random.nextInt(12)) {
      case 0, 1, 2, 3, 4 -> any.put(name, "text " + random.nextInt(5));
      case 5, 6, 7 -> any.delete(name);
      case 8 -> any.compact();
      case 9 -> any.endWatches();
      case 10 -> any.breakWatches(new UnavailableException("on purpose"));
      default -> timers.advance(ofSeconds(random.nextInt(20)));
    }
  }

  private InformerFactory factory(ListerWatcher source) {
    return InformerFactory.builder((type, namespace) -> source)
        .options(options -> options.timers(timers).transform(ThirtyLinesTest::label))
        .build();
  }

  /** Removes drafts from the selection: all notes have the label app=notes when created. */
  private static Resource label(Resource note) {
    String json = new String(note.toByteArray(), UTF_8);
    return note.key().name().startsWith("draft")
        ? Resource.parse(json.replace("\"app\":\"notes\"", "\"app\":\"drafts\""))
        : note;
  }

  private static Map<ResourceKey, String> labelled(Map<ResourceKey, String> texts) {
    texts.keySet().removeIf(key -> key.name().startsWith("draft"));
    return texts;
  }

  private static Map<ResourceKey, String> texts(FakeCollection collection) {
    var texts = new TreeMap<ResourceKey, String>();
    collection.objects().forEach((key, note) -> texts.put(key, note.text(TEXT).orElseThrow()));
    return texts;
  }
}
