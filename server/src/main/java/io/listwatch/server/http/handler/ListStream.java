package io.listwatch.server.http.handler;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.listwatch.model.Resource;
import io.listwatch.server.http.encoding.ListHead;
import io.listwatch.server.http.encoding.ObjectForm;
import io.listwatch.server.http.exchange.AfterStage;
import io.listwatch.server.http.exchange.BodyStyle;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.StreamedBody;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.Workers;
import io.netty.channel.EventLoop;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a list while it is read: its head at once, then pieces of a fixed size, each after the
 * previous one has been consumed. So a list needs the memory of one piece and one batch of objects,
 * however long it is and however slow the client. Workers encode long objects.
 *
 * <p>Threads: the request's event loop.
 */
final class ListStream {
  private static final Logger log = LoggerFactory.getLogger(ListStream.class);

  private final ResourcePage page;
  private final ObjectForm form;
  private final BodyStyle style;
  private final EventLoop loop;
  private final StreamedBody body;
  private final OutputStream out;
  private final ListHead head;
  private final Workers workers;

  private Iterator<Resource> batch = Collections.emptyIterator();

  /** The rest of a long item that a worker has encoded. */
  private ByteBuffer encoded = ByteBuffer.allocate(0);

  private boolean empty = true;
  private boolean over;

  private ListStream(
      ServiceRequestContext context,
      ResourcePage page,
      ObjectForm form,
      BodyStyle style,
      ListHead head,
      StreamedBody body,
      Workers workers) {
    this.page = page;
    this.form = form;
    this.style = style;
    this.loop = context.eventLoop().withoutContext();
    this.body = body;
    this.out = style.over(body);
    this.head = head;
    this.workers = workers;
  }

  /** Starts to send a list. */
  static HttpResponse of(
      Exchange exchange,
      ResourcePage page,
      ObjectForm form,
      BodyStyle style,
      ListHead head,
      ResponseHeadersBuilder headers,
      Workers workers) {
    ServiceRequestContext context = exchange.context();
    var body = new StreamedBody(context.alloc(), headers, exchange.acceptsGzip());
    var stream = new ListStream(context, page, form, style, head, body, workers);
    AfterStage.run(body.response().whenComplete(), stream.loop, stream::stop);
    stream.loop.execute(stream::begin);
    return body.response();
  }

  private void begin() {
    guarded(
        () -> {
          form.writeHead(head, out);
          if (body.undecided()) {
            fill();
          } else {
            sendThenFill();
          }
        });
  }

  private void sendThenFill() throws IOException {
    AfterStage.runOn(loop, body.send(), () -> ListTurns.await(loop, () -> guarded(this::fill)));
  }

  private void fill() throws IOException {
    var step = new ListStep();
    while (!body.full()) {
      if (step.full()) {
        ListTurns.await(loop, () -> guarded(this::fill));
        return;
      }
      if (encoded.hasRemaining()) {
        writeEncoded();
        ListTurns.await(loop, () -> guarded(this::fill));
        return;
      }
      if (!batch.hasNext()) {
        fetch();
        return;
      }
      Resource next = batch.next();
      if (ListStep.needsWorker(next)) {
        encodeOnWorker(next);
        return;
      }
      step.add(next);
      form.writeItem(next, empty, out);
      empty = false;
    }
    sendThenFill();
  }

  /** Only encodes: the body belongs to the event loop, which may release it at any time. */
  private void encodeOnWorker(Resource item) {
    boolean first = empty;
    empty = false;
    var unused =
        workers
            .supplyEvenIfFull(() -> encode(item, first))
            .whenCompleteAsync((bytes, failure) -> guarded(() -> encoded(bytes, failure)), loop);
  }

  private byte[] encode(Resource item, boolean first) {
    var bytes = new ByteArrayOutputStream(item.size());
    try {
      form.writeItem(item, first, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private void encoded(byte @Nullable [] bytes, @Nullable Throwable failure) throws IOException {
    if (failure != null || bytes == null) {
      fail(failure == null ? new IllegalStateException("no item") : failure);
    } else {
      encoded = ByteBuffer.wrap(bytes);
      fill();
    }
  }

  /** Writes, and perhaps compresses, as much as one step may. */
  private void writeEncoded() throws IOException {
    int length = Math.min(encoded.remaining(), ListStep.MAX_BYTES);
    out.write(encoded.array(), encoded.position(), length);
    encoded.position(encoded.position() + length);
  }

  private void fetch() {
    page.next().whenCompleteAsync((items, failure) -> guarded(() -> fetched(items, failure)), loop);
  }

  private void fetched(@Nullable List<Resource> items, @Nullable Throwable failure)
      throws IOException {
    if (failure != null || items == null) {
      fail(failure == null ? new IllegalStateException("no items") : failure);
    } else if (items.isEmpty()) {
      form.writeTail(head, empty, out);
      style.finish(out);
      body.finish();
    } else {
      batch = items.iterator();
      fill();
    }
  }

  private void guarded(Step step) {
    if (over) {
      return;
    }
    try {
      step.run();
    } catch (IOException | RuntimeException e) {
      fail(e);
    }
  }

  /**
   * A list that was sent in part cannot be replaced by an error. Breaking the connection shows the
   * client that it is incomplete.
   */
  private void fail(Throwable failure) {
    log.error("a list failed after its start, its stream was closed", failure);
    stop();
    body.response().close(failure);
  }

  private void stop() {
    if (!over) {
      over = true;
      batch = Collections.emptyIterator();
      encoded = ByteBuffer.allocate(0);
      body.release();
    }
  }

  private interface Step {
    void run() throws IOException;
  }
}
