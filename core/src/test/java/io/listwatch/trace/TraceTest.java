package io.listwatch.trace;

import static io.listwatch.model.Notes.key;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.View;
import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.UnavailableException;
import io.listwatch.reflector.FakeCollection;
import io.listwatch.time.ManualTimers;
import io.listwatch.trace.TraceStep.Part;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class TraceTest {
  private final FakeCollection collection = new FakeCollection();
  private final ManualTimers timers = new ManualTimers();
  private final ConcurrentLinkedQueue<TraceStep> steps = new ConcurrentLinkedQueue<>();
  private final Trace trace = Trace.to(steps::add, timers);
  private final InformerFactory factory =
      InformerFactory.builder(trace.source((type, namespace) -> collection))
          .options(options -> options.timers(timers).listener(trace.listener("notes")))
          .build();

  @AfterEach
  void close() {
    factory.close();
  }

  @Test
  void changePassesThePartsInOrder() throws Exception {
    var informer = factory.informer(Notes.TYPE);
    Function<View<Resource>, ResourceKey> request = trace.request("reader", View::key);
    try (var controller =
        Controller.builder("reader", trace.reconciler("reader", k -> Reconciliation.done()))
            .watching(informer, request)
            .timers(timers)
            .build()) {
      controller.start();
      informer.awaitSync(Duration.ofSeconds(30));
      // Wait until the first watch has been reported as well.
      until(collection::readerWaits);
      steps.clear();

      collection.put("a", "1");

      until(() -> steps.stream().anyMatch(step -> step.what().startsWith("done")));
      assertThat(steps)
          .extracting(TraceStep::part)
          .containsExactly(
              Part.WATCH, Part.DELTA, Part.INDEX, Part.HANDLER, Part.QUEUE, Part.QUEUE, Part.QUEUE);
      assertThat(steps)
          .extracting(TraceStep::what)
          .containsExactly(
              "ADDED default/a",
              "Added default/a",
              "1 objects",
              "notified of default/a",
              "add default/a",
              "take default/a",
              "done default/a after 0 ms");
      assertThat(steps.stream().limit(4))
          .extracting(TraceStep::version)
          .containsOnly(collection.version());
    }
  }

  @Test
  void firstListIsReportedWithItsVersion() throws Exception {
    collection.streams(false);
    collection.put("a", "1");
    collection.put("b", "1");

    factory.informer(Notes.TYPE).start().awaitSync(Duration.ofSeconds(30));

    assertThat(whatOf(Part.LIST)).contains("list any version", "listed 2 objects");
    assertThat(whatOf(Part.DELTA)).first().isEqualTo("ReplacedAll, 2 objects");
    assertThat(whatOf(Part.INDEX)).first().isEqualTo("2 objects");
  }

  @Test
  void tracedHandlerIsCalledAfterEachReport() throws Exception {
    collection.put("a", "1");
    var informer = factory.informer(Notes.TYPE);
    var told = new ConcurrentLinkedQueue<String>();
    try (var registration =
        informer.addHandler(
            trace.handler("mine", ResourceHandler.keys(each -> told.add(each.toString()))))) {
      informer.start().awaitSync(Duration.ofSeconds(30));
      until(registration::hasSynced);
      collection.put("a", "2");
      collection.delete("a");
      until(() -> told.size() == 3);
    }

    assertThat(whatOf(Part.HANDLER))
        .containsExactly("add (initial) default/a", "update default/a", "delete default/a");
    assertThat(told).hasSize(3).containsOnly(key("a").toString());
  }

  @Test
  void brokenWatchIsReported() throws Exception {
    var informer = factory.informer(Notes.TYPE);
    informer.start().awaitSync(Duration.ofSeconds(30));

    collection.failNextWatch(new UnavailableException("still gone"));
    collection.breakWatches(new UnavailableException("gone"));
    until(() -> whatOf(Part.WATCH).contains("now waiting"));

    assertThat(whatOf(Part.WATCH)).contains("failed: ServiceUnavailable: gone");
  }

  @Test
  void exceptionOfAReconcilerIsReportedAndRethrown() {
    var failing =
        trace.<String>reconciler(
            "careless",
            request -> {
              throw new IllegalStateException("spilt");
            });

    assertThatThrownBy(() -> failing.reconcile("milk")).hasMessage("spilt");

    assertThat(whatOf(Part.QUEUE))
        .containsExactly("take milk", "done milk after 0 ms, failed: spilt");
  }

  @Test
  void aPlainLineHasTimePartTextAndVersion() {
    assertThat(printed(false))
        .isEqualTo("   0.012 s  delta    FIFO           pods: Added default/a  @17\n");
  }

  @Test
  void colouredLineAddsColoursToThePlainLine() {
    String coloured = printed(true);

    assertThat(coloured).contains("\u001b[33m");
    assertThat(coloured.replaceAll("\u001b\\[\\d+m", "")).isEqualTo(printed(false));
  }

  private static String printed(boolean coloured) {
    var bytes = new ByteArrayOutputStream();
    var out = new PrintStream(bytes, true, UTF_8);
    var printer = coloured ? TracePrinter.coloured(out) : TracePrinter.plain(out);
    printer.accept(
        new TraceStep(
            Duration.ofMillis(12), Part.DELTA, "pods", "Added default/a", Notes.version(17)));
    return bytes.toString(UTF_8).replace(System.lineSeparator(), "\n");
  }

  private static void until(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(30)).until(condition);
  }

  private List<String> whatOf(Part part) {
    return steps.stream().filter(step -> step.part() == part).map(TraceStep::what).toList();
  }
}
