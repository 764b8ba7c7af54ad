package io.listwatch.storage.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import java.net.URI;
import java.util.List;

/** A plain etcd client, another user of the same cluster. */
final class RawEtcd implements AutoCloseable {
  private final ManagedChannel channel;

  RawEtcd(URI endpoint) {
    channel =
        NettyChannelBuilder.forAddress(endpoint.getHost(), endpoint.getPort())
            .usePlaintext()
            .build();
  }

  ManagedChannel channel() {
    return channel;
  }

  void put(String key, String value) {
    KVGrpc.newBlockingStub(channel)
        .put(
            PutRequest.newBuilder()
                .setKey(ByteString.copyFromUtf8(key))
                .setValue(ByteString.copyFromUtf8(value))
                .build());
  }

  void delete(String key) {
    KVGrpc.newBlockingStub(channel)
        .deleteRange(DeleteRangeRequest.newBuilder().setKey(ByteString.copyFromUtf8(key)).build());
  }

  List<KeyValue> under(String prefix) {
    return KVGrpc.newBlockingStub(channel)
        .range(
            RangeRequest.newBuilder()
                .setKey(ByteString.copyFromUtf8(prefix + "/"))
                .setRangeEnd(ByteString.copyFromUtf8(prefix + "0"))
                .build())
        .getKvsList();
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
