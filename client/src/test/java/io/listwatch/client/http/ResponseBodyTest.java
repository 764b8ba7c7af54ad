package io.listwatch.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.time.ManualTimers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Flow control and end of a response body. */
@Timeout(60)
final class ResponseBodyTest {
  private final Source source = new Source();
  private final ResponseBody body = new ResponseBody(new ManualTimers(), () -> null, each -> {});

  /** Allows lists of any length: the server waits for the reader. */
  @Test
  void pain16_requestsNoMoreDataBeforeItIsRead() throws Exception {
    body.onSubscribe(source);
    assertThat(source.asked).isEqualTo(1);

    body.onNext(List.of(bytes("ab"), bytes("cd")));
    assertThat(source.asked).isEqualTo(1);
    body.next();
    assertThat(source.asked).isEqualTo(1);
    body.next();

    assertThat(source.asked).isEqualTo(2);
    assertThat(body.received()).isEqualTo(4);
  }

  @Test
  void requestsMoreDataAfterAnEmptyPiece() {
    body.onSubscribe(source);

    body.onNext(List.of(bytes("")));

    assertThat(source.asked).isEqualTo(2);
  }

  @Test
  void abandonCancelsAndMarksAsSilentUnlessComplete() {
    body.onSubscribe(source);

    body.abandon();
    body.abandon();

    assertThat(source.cancelled).isTrue();
    assertThat(body.silent()).isTrue();
    var complete = new ResponseBody(new ManualTimers(), () -> null, each -> {});
    complete.onSubscribe(new Source());
    complete.onComplete();
    complete.abandon();
    assertThat(complete.silent()).isFalse();
  }

  /**
   * A reader that sees the end may send another request immediately, which must not use this
   * connection.
   */
  @Test
  void reportsSilenceBeforeTheReaderSeesTheEnd() {
    var endedWhenTold = new ArrayList<Boolean>();
    var body =
        new ResponseBody(new ManualTimers(), () -> null, each -> endedWhenTold.add(each.ended()));
    body.onSubscribe(source);

    body.abandon();

    assertThat(endedWhenTold).startsWith(false).endsWith(true);
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  private static final class Source implements Flow.Subscription {
    private long asked;
    private boolean cancelled;

    @Override
    public void request(long count) {
      asked += count;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }
}
