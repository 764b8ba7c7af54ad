package io.listwatch.storage.etcd;

import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchGrpc;
import io.etcd.jetcd.api.WatchProgressRequest;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.TimeUnit;

/**
 * One stream with one watch on it, on one endpoint, until it ends. It is not resumed; whoever wants
 * to go on opens another.
 *
 * <p>Responses are read one at a time, each when it is asked for, so that one that is not asked for
 * stays with etcd but for the transport's window.
 *
 * <p>Threads: one at a time opens, reads and asks; any may close. The reader is called by a thread
 * of the {@link Endpoints}, one call at a time.
 */
final class WatchStream {
  /** Makes etcd end the stream when the member it is on has lost the majority. */
  private static final Metadata.Key<String> REQUIRE_LEADER =
      Metadata.Key.of("hasleader", Metadata.ASCII_STRING_MARSHALLER);

  private static final int BRIEF_SECONDS = 5;

  private final EtcdCalls calls;
  private final Endpoint endpoint;
  private final Reader reader;
  private final ClientCall<WatchRequest, WatchResponse> call;

  /** Who reads a stream. */
  interface Reader {
    void received(WatchStream stream, WatchResponse response);

    /** There is nothing more; after a close too. */
    void ended(WatchStream stream, CallFailure failure);
  }

  private WatchStream(EtcdCalls calls, CallOptions options, Reader reader) {
    this.calls = calls;
    this.endpoint = calls.endpoints().current();
    this.reader = reader;
    this.call = endpoint.channel().newCall(WatchGrpc.getWatchMethod(), options);
  }

  /** A stream that is to last. */
  static WatchStream lasting(EtcdCalls calls, Reader reader) {
    return new WatchStream(calls, calls.streamOptions(), reader);
  }

  /** A stream that ends by itself after a few seconds. */
  static WatchStream brief(EtcdCalls calls, Reader reader) {
    var options = calls.streamOptions().withDeadlineAfter(BRIEF_SECONDS, TimeUnit.SECONDS);
    return new WatchStream(calls, options, reader);
  }

  /** Begins, and reads the first response. */
  void open(WatchCreateRequest create) {
    var headers = new Metadata();
    headers.put(REQUIRE_LEADER, "true");
    call.start(new Listener(), headers);
    call.request(1);
    call.sendMessage(WatchRequest.newBuilder().setCreateRequest(create).build());
  }

  /** Asks for one more response. */
  void read() {
    call.request(1);
  }

  void requestProgress() {
    call.sendMessage(
        WatchRequest.newBuilder()
            .setProgressRequest(WatchProgressRequest.getDefaultInstance())
            .build());
  }

  Endpoint endpoint() {
    return endpoint;
  }

  void close() {
    call.cancel("the watch is closed", null);
  }

  private final class Listener extends ClientCall.Listener<WatchResponse> {
    @Override
    public void onMessage(WatchResponse response) {
      reader.received(WatchStream.this, response);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      // A stream that ends without an error has ended too early all the same.
      Status why = status.isOk() ? Status.UNAVAILABLE.withDescription("the stream ended") : status;
      reader.ended(WatchStream.this, calls.failed(endpoint, why.asRuntimeException()));
    }
  }
}
