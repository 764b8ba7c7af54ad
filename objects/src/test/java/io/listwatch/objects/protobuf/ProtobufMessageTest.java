package io.listwatch.objects.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProtobufMessageTest {
  @ParameterizedTest
  @CsvSource({
    "1, 0, 0a00",
    "2, 1, 1201",
    "2, 127, 127f",
    "2, 128, 128001",
    "2, 16383, 12ff7f",
    "2, 16384, 12808001",
    "15, 5, 7a05",
    "16, 5, 820105",
    "2, 4294967296, 128080808010",
  })
  void fieldHeadIsTagAndLength(int number, long length, String head) {
    byte[] bytes = ProtobufMessage.fieldHead(number, length);

    assertThat(bytes).asHexString().isEqualToIgnoringCase(head);
    assertThat(ProtobufMessage.fieldLength(number, length)).isEqualTo(bytes.length + length);
  }
}
