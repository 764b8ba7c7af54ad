package io.listwatch.bench.load;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponseWriter;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * A watcher that receives everything: one write at a time, in which the events since the last write
 * are joined, up to 64 KiB. Confined to its event loop.
 */
final class FloorWatch {
  private final HttpResponseWriter writer;
  private final Queue<byte[]> waiting = new ArrayDeque<>(2);
  private boolean writing;

  FloorWatch(HttpResponseWriter writer) {
    this.writer = writer;
  }

  void offer(byte[] event) {
    waiting.add(event);
    if (!writing) {
      write();
    }
  }

  private void write() {
    writing = !waiting.isEmpty() && writer.tryWrite(next());
    if (writing) {
      var unused = writer.whenConsumed().thenRun(this::write);
    }
  }

  private HttpData next() {
    byte[] first = waiting.remove();
    if (waiting.isEmpty()) {
      return HttpData.wrap(first);
    }
    List<byte[]> joined = new ArrayList<>(List.of(first));
    int length = first.length;
    for (byte[] more = waiting.peek();
        more != null && length + more.length <= FloorBody.PIECE;
        more = waiting.peek()) {
      joined.add(waiting.remove());
      length += more.length;
    }
    return HttpData.wrap(Unpooled.wrappedBuffer(joined.toArray(byte[][]::new)));
  }
}
