package io.listwatch.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import org.junit.jupiter.api.Test;

/** Filters of changes, and a controller that uses one. */
final class EventFilterTest extends ControllerFixture {
  private final EventFilter<Resource> generation = EventFilter.generationChanged();

  @Test
  void generationFilterLeavesOutWritesOfTheStatus() {
    assertThat(generation.updated(view(1, "\"generation\":1"), view(2, "\"generation\":1")))
        .isFalse();
    assertThat(generation.updated(view(1, "\"generation\":1"), view(2, "\"generation\":2")))
        .isTrue();
  }

  @Test
  void generationFilterAcceptsDeletionsResyncsAndKindsWithoutGeneration() {
    View<Resource> live = view(1, "\"generation\":1");
    View<Resource> terminating =
        view(2, "\"generation\":1,\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"");

    assertThat(generation.updated(live, terminating)).isTrue();
    assertThat(generation.updated(live, live)).isTrue();
    assertThat(generation.updated(view(1, "\"uid\":\"u\""), view(2, "\"uid\":\"u\""))).isTrue();
    assertThat(generation.added(live, true)).isTrue();
    assertThat(generation.deleted(live)).isTrue();
  }

  @Test
  void labelAndAnnotationFiltersIgnoreOtherChanges() {
    View<Resource> one = view(1, "\"labels\":{\"a\":\"1\"},\"annotations\":{\"b\":\"1\"}");
    View<Resource> labelled = view(2, "\"labels\":{\"a\":\"2\"},\"annotations\":{\"b\":\"1\"}");
    View<Resource> annotated = view(2, "\"labels\":{\"a\":\"1\"},\"annotations\":{\"b\":\"2\"}");
    EventFilter<Resource> labels = EventFilter.labelsChanged();
    EventFilter<Resource> annotations = EventFilter.annotationsChanged();

    assertThat(labels.updated(one, labelled)).isTrue();
    assertThat(labels.updated(one, annotated)).isFalse();
    assertThat(annotations.updated(one, annotated)).isTrue();
    assertThat(annotations.updated(one, labelled)).isFalse();
    assertThat(labels.or(annotations).updated(one, annotated)).isTrue();
    assertThat(labels.and(annotations).updated(one, annotated)).isFalse();
  }

  @Test
  void controllerReconcilesOnlyAcceptedChanges() throws InterruptedException {
    EventFilter<Resource> textOnly = EventFilter.changed(JsonPath.of("text"));
    var controller =
        toClose(
            Controller.builder("test", this::report)
                .watching(informer, View::key, textOnly)
                .timers(timers)
                .metrics(metrics)
                .build());
    controller.start();
    notes.put("a", "1");
    assertThat(next()).isEqualTo(key("a"));
    settle();

    notes.put("a", "1");
    notes.put("end", "1");
    assertThat(upTo(key("end"))).containsExactly(key("end"));
    notes.put("a", "2");
    assertThat(next()).isEqualTo(key("a"));
  }

  private View<Resource> view(int version, String metadata) {
    return informer.view(
        Resource.parse(
            "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"%d\",%s}}"
                .formatted(version, metadata)));
  }
}
