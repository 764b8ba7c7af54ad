package io.listwatch.objects.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.ObjectSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Any bytes are decoded or rejected with a {@link MalformedProtobufException}. */
final class ProtobufProperties {
  private static final List<RecordedRequest> REQUESTS = RecordedRequest.read();

  /** Bytes with a meaning in protobuf: tags, lengths, the beginnings of long varints. */
  private static final int[] WIRE = {
    0, 1, 2, 8, 0x0a, 0x10, 0x12, 0x1a, 0x0b, 0x0c, 0x7f, 0x80, 0xff
  };

  @Property(tries = 2000)
  void damagedRequestsAreDecodedOrRejected(@ForAll long seed) {
    Random random = new Random(seed);
    RecordedRequest request = REQUESTS.get(random.nextInt(REQUESTS.size()));
    byte[] body = request.bytes();
    for (int i = random.nextInt(4); i >= 0; i--) {
      body[4 + random.nextInt(body.length - 4)] = aByte(random);
    }
    if (random.nextInt(4) == 0) {
      body = Arrays.copyOf(body, random.nextInt(body.length));
    }

    readOrRefused(body, request.type());
  }

  @Property(tries = 2000)
  void randomBytesAreDecodedOrRejected(@ForAll long seed) {
    Random random = new Random(seed);
    var message = new MessageBytes();
    for (int i = random.nextInt(60); i > 0; i--) {
      message.raw(aByte(random));
    }
    byte[] body = MessageBytes.envelope("v1", "X", message);

    readOrRefused(body, REQUESTS.get(random.nextInt(REQUESTS.size())).type());
  }

  /** Must not allocate memory for a length that the body does not have. */
  private static void readOrRefused(byte[] body, ObjectSchema type) {
    Optional<JsonObject> read = read(body, type);

    read.ifPresent(
        object -> assertThat(object.toString().length()).isLessThan(40 * body.length + 100));
  }

  private static Optional<JsonObject> read(byte[] body, ObjectSchema type) {
    try {
      return Optional.of(ProtobufEnvelope.open(body).object(type));
    } catch (MalformedProtobufException refused) {
      assertThat(refused).hasMessageMatching("(?s).+");
      return Optional.empty();
    }
  }

  private static byte aByte(Random random) {
    return (byte) (random.nextBoolean() ? WIRE[random.nextInt(WIRE.length)] : random.nextInt());
  }
}
