package io.listwatch.server.http.handler;

import io.listwatch.model.Resource;
import io.listwatch.server.http.encoding.ObjectForm;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A list whose items have been measured, because its encoding starts with its length. Measuring
 * takes as long as writing, and the memory of one batch of objects.
 *
 * @param page from its start
 * @param form knows the length
 */
record MeasuredList(ResourcePage page, ObjectForm form) {
  /**
   * Measures a page.
   *
   * @param turns runs each of its arguments, a step of bounded size, on the event loop
   * @param workers measure long objects
   */
  static CompletionStage<MeasuredList> of(
      ResourcePage page, ObjectForm form, Executor turns, Workers workers) {
    return new Measurement(page, form, turns, workers)
        .start()
        .thenCompose(
            length ->
                page.again().thenApply(same -> new MeasuredList(same, form.measured(length))));
  }

  /** Measures one page. Threads: one step at a time, on the event loop or a worker. */
  private static final class Measurement {
    private final ResourcePage page;
    private final ObjectForm form;
    private final Executor turns;
    private final Workers workers;
    private final CompletableFuture<Long> result = new CompletableFuture<>();

    private Iterator<Resource> batch = Collections.emptyIterator();
    private long length;

    Measurement(ResourcePage page, ObjectForm form, Executor turns, Workers workers) {
      this.page = page;
      this.form = form;
      this.turns = turns;
      this.workers = workers;
    }

    CompletionStage<Long> start() {
      fetch();
      return result;
    }

    private void fetch() {
      page.next()
          .whenCompleteAsync((items, failure) -> guarded(() -> fetched(items, failure)), turns);
    }

    private void fetched(@Nullable List<Resource> items, @Nullable Throwable failure)
        throws IOException {
      if (failure != null || items == null) {
        fail(failure == null ? new IllegalStateException("no items") : failure);
      } else if (items.isEmpty()) {
        result.complete(length);
      } else {
        batch = items.iterator();
        measure();
      }
    }

    private void measure() throws IOException {
      var step = new ListStep();
      while (batch.hasNext()) {
        if (step.full()) {
          turns.execute(() -> guarded(this::measure));
          return;
        }
        Resource next = batch.next();
        long known = form.knownLength(next);
        if (known >= 0) {
          step.addKnown();
          length += known;
        } else if (ListStep.needsWorker(next)) {
          measureOnWorker(next);
          return;
        } else {
          step.add(next);
          length += form.measure(next);
        }
      }
      fetch();
    }

    private void measureOnWorker(Resource object) {
      var unused =
          workers
              .supplyEvenIfFull(() -> measured(object))
              .whenCompleteAsync(
                  (bytes, failure) -> guarded(() -> measured(bytes, failure)), turns);
    }

    private long measured(Resource object) {
      try {
        return form.measure(object);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void measured(@Nullable Long bytes, @Nullable Throwable failure) throws IOException {
      if (failure != null || bytes == null) {
        fail(failure == null ? new IllegalStateException("not measured") : failure);
      } else {
        length += bytes;
        measure();
      }
    }

    private void guarded(Step step) {
      try {
        step.run();
      } catch (IOException | RuntimeException e) {
        fail(e);
      }
    }

    private void fail(Throwable failure) {
      result.completeExceptionally(failure);
    }
  }

  private interface Step {
    void run() throws IOException;
  }
}
