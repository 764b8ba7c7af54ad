package io.listwatch.storage;

import static io.listwatch.storage.StorageFixture.failure;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** The bytes that are stored for an object. */
final class StoredValueTest {
  private static final Key KEY = Key.of("core/configmaps/default/a");
  private static final byte[] JSON = "{\"kind\":\"ConfigMap\"}".getBytes(UTF_8);

  private static StoredEntry entry(Key key, byte[] value) {
    return new StoredEntry(key, value, 1, 1, false);
  }

  private static byte[] checked() {
    return StoredValue.encode(StoredFormat.CHECKED, KEY, JSON);
  }

  @Test
  void readsEveryFormat() {
    for (StoredFormat format : StoredFormat.values()) {
      StoredEntry entry = entry(KEY, StoredValue.encode(format, KEY, JSON));

      StoredValue value = StoredValue.decode(entry);

      assertThat(value.json()).isEqualTo(JSON);
      assertThat(ByteBuffer.wrap(value.bytes()).position(value.start()))
          .isEqualTo(ByteBuffer.wrap(JSON));
      assertThat(StoredValue.format(entry)).isEqualTo(format);
      assertThat(StoredValue.hasJson(entry, JSON)).isTrue();
      assertThat(StoredValue.hasJson(entry, "{}".getBytes(UTF_8))).isFalse();
    }
  }

  /** Pins the layout, which other versions read. */
  @Test
  void checkedValueIsVersionFlagsChecksumAndJson() {
    var crc = new CRC32C();
    crc.update("core/configmaps/default/a".getBytes(UTF_8));
    crc.update(new byte[] {2, 0});
    crc.update(JSON);
    var expected =
        ByteBuffer.allocate(6 + JSON.length)
            .put((byte) 2)
            .put((byte) 0)
            .putInt((int) crc.getValue())
            .put(JSON);

    assertThat(checked()).isEqualTo(expected.array());
  }

  @Test
  void detectsEveryFlippedBitAfterTheVersion() {
    byte[] value = checked();
    for (int bit = 8; bit < 8 * value.length; bit++) {
      byte[] damaged = value.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);

      var failure =
          failure(() -> StoredValue.decode(entry(KEY, damaged)), UnreadableValueException.class);

      assertThat(failure).hasMessageContaining("damaged");
    }
  }

  @Test
  void detectsValueOfAnotherKey() {
    StoredEntry moved = entry(Key.of("core/configmaps/default/b"), checked());

    failure(() -> StoredValue.decode(moved), UnreadableValueException.class);
  }

  @Test
  void detectsTruncatedEnvelope() {
    for (int length = 1; length < StoredValue.HEADER_BYTES; length++) {
      StoredEntry cut = entry(KEY, ByteBuffer.allocate(length).put((byte) 2).array());

      failure(() -> StoredValue.decode(cut), UnreadableValueException.class);
      assertThat(StoredValue.hasJson(cut, JSON)).isFalse();
    }
  }

  @Test
  void rejectsUnknownEnvelopeFlags() {
    byte[] value = checked();
    value[1] = 1;
    var crc = new CRC32C();
    crc.update(KEY.bytes());
    crc.update(value, 0, 2);
    crc.update(JSON);
    ByteBuffer.wrap(value).putInt(2, (int) crc.getValue());

    var failure =
        failure(() -> StoredValue.decode(entry(KEY, value)), UnreadableValueException.class);

    assertThat(failure).hasMessageContaining("flags 0x01").hasMessageContaining("newer version");
  }

  @Test
  void rejectsNewerEnvelopeVersions() {
    byte[] value = checked();
    value[0] = 3;

    var failure =
        failure(() -> StoredValue.decode(entry(KEY, value)), UnreadableValueException.class);

    assertThat(failure).hasMessageContaining("version 3").hasMessageContaining("newer version");
  }

  @Test
  void returnsValuesWithoutEnvelopeUnchanged() {
    for (byte[] plain : new byte[][] {{}, {1}, {' '}, {(byte) 0xff}}) {
      assertThat(StoredValue.decode(entry(KEY, plain)).json()).isEqualTo(plain);
    }
  }
}
