package io.listwatch.storage.etcd;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchResponse;

/** Fields of etcd 3.4's messages that the client library lacks, by their field numbers. */
final class NewerFields {
  private static final int COMPARE_RANGE_END = 64;
  private static final int CREATE_FRAGMENT = 8;
  private static final int RESPONSE_FRAGMENT = 7;

  private NewerFields() {}

  /** Makes the comparison apply to all keys up to {@code end}. */
  static Compare withRangeEnd(Compare.Builder compare, ByteString end) {
    return set(compare, COMPARE_RANGE_END, Field.newBuilder().addLengthDelimited(end)).build();
  }

  /** Requests that large responses be fragmented. */
  static WatchCreateRequest.Builder withFragments(WatchCreateRequest.Builder create) {
    return set(create, CREATE_FRAGMENT, Field.newBuilder().addVarint(1));
  }

  private static <B extends Message.Builder> B set(B message, int number, Field.Builder value) {
    message.setUnknownFields(UnknownFieldSet.newBuilder().addField(number, value.build()).build());
    return message;
  }

  /** True if this response continues in the next one. */
  static boolean isFragment(WatchResponse response) {
    var values = response.getUnknownFields().getField(RESPONSE_FRAGMENT).getVarintList();
    return !values.isEmpty() && values.get(values.size() - 1) != 0;
  }
}
