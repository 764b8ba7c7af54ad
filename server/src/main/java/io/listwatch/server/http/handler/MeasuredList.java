package io.listwatch.server.http.handler;

import io.listwatch.model.Resource;
import io.listwatch.server.http.encoding.ObjectForm;
import io.listwatch.server.resource.ResourcePage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

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
   * @param loop does the work, one batch at a time
   */
  static CompletionStage<MeasuredList> of(ResourcePage page, ObjectForm form, Executor loop) {
    return measure(page, form, 0, loop)
        .thenCompose(
            length ->
                page.again().thenApply(same -> new MeasuredList(same, form.measured(length))));
  }

  private static CompletionStage<Long> measure(
      ResourcePage page, ObjectForm form, long sofar, Executor loop) {
    return page.next()
        .thenComposeAsync(
            batch ->
                batch.isEmpty()
                    ? CompletableFuture.completedStage(sofar)
                    : measure(page, form, sofar + measure(batch, form), loop),
            loop);
  }

  private static long measure(Iterable<Resource> batch, ObjectForm form) {
    long length = 0;
    try {
      for (Resource each : batch) {
        length += form.measure(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return length;
  }
}
