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
 * A gRPC stream with one watch, on one endpoint. It is not resumed after its end; open another one
 * instead.
 *
 * <p>Responses are requested one at a time. A response that was not requested stays in etcd, except
 * for the transport's flow-control window.
 *
 * <p>Threads: one thread at a time opens, reads and requests progress; any thread may close. A
 * thread of the {@link Endpoints} calls the reader, one call at a time.
 */
final class WatchStream {
  /** Makes etcd end the stream if its member loses the leader. */
  private static final Metadata.Key<String> REQUIRE_LEADER =
      Metadata.Key.of("hasleader", Metadata.ASCII_STRING_MARSHALLER);

  private static final int BRIEF_SECONDS = 5;

  private final EtcdCalls calls;
  private final Endpoint endpoint;
  private final Reader reader;
  private final ClientCall<WatchRequest, WatchResponse> call;

  /** Receives the responses of a stream. */
  interface Reader {
    void received(WatchStream stream, WatchResponse response);

    /** Called at the end of the stream, also after a close. */
    void ended(WatchStream stream, CallFailure failure);
  }

  private WatchStream(EtcdCalls calls, CallOptions options, Reader reader) {
    this.calls = calls;
    this.endpoint = calls.endpoints().current();
    this.reader = reader;
    this.call = endpoint.channel().newCall(WatchGrpc.getWatchMethod(), options);
  }

  /** Returns a stream without a deadline. */
  static WatchStream lasting(EtcdCalls calls, Reader reader) {
    return new WatchStream(calls, calls.streamOptions(), reader);
  }

  /** Returns a stream with a deadline of a few seconds. */
  static WatchStream brief(EtcdCalls calls, Reader reader) {
    var options = calls.streamOptions().withDeadlineAfter(BRIEF_SECONDS, TimeUnit.SECONDS);
    return new WatchStream(calls, options, reader);
  }

  /** Opens the stream and requests the first response. */
  void open(WatchCreateRequest create) {
    var headers = new Metadata();
    headers.put(REQUIRE_LEADER, "true");
    call.start(new Listener(), headers);
    call.request(1);
    call.sendMessage(WatchRequest.newBuilder().setCreateRequest(create).build());
  }

  /** Requests one more response. */
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
      // A stream must not end by itself, so OK is a failure, too.
      Status why = status.isOk() ? Status.UNAVAILABLE.withDescription("the stream ended") : status;
      reader.ended(WatchStream.this, calls.failed(endpoint, why.asRuntimeException()));
    }
  }
}
