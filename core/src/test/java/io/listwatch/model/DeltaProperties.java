package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.json.Edits;
import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonException;
import io.listwatch.json.RandomJson;
import java.io.ByteArrayOutputStream;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * For any two states of an object, applying the edits between them to the first results in the
 * second.
 */
final class DeltaProperties {
  @Property(tries = 2000)
  void editsTurnAnyDocumentIntoAnyOther(@ForAll long seed) {
    var random = new Random(seed);
    String base = new RandomJson(random).value();
    String next = random.nextBoolean() ? mutated(base, random) : new RandomJson(random).value();

    assertRebuilds(base.getBytes(UTF_8), next.getBytes(UTF_8));
  }

  @Property(tries = 500)
  void editsTurnOnePodIntoAnother(@ForAll long seed) {
    var random = new Random(seed);
    var pods = random.nextBoolean() ? Pods.withManagedFields(seed) : Pods.plain(seed);
    byte[] base = pods.next();
    byte[] next = random.nextInt(4) == 0 ? pods.next() : MutatedObjects.mutate(base, random);

    assertRebuilds(base, next);
  }

  @Property(tries = 500)
  void fewChangesMakeSmallEdits(@ForAll long seed) {
    var random = new Random(seed);
    byte[] base = Pods.withManagedFields(seed).next();
    byte[] next = MutatedObjects.mutateOne(base, random);

    // Replacing one value takes at most two names and values, each at most twice as long in quotes.
    assertThat(written(Edits.between(base, next)).length).isLessThan(base.length / 2 + 200);
    assertRebuilds(base, next);
  }

  private static void assertRebuilds(byte[] base, byte[] next) {
    Edits edits = Edits.read(new JsonCursor(written(Edits.between(base, next))));

    byte[] around = new byte[base.length + 7];
    System.arraycopy(base, 0, around, 3, base.length);
    assertThat(edits.applyTo(around, 3, base.length)).isEqualTo(next);
  }

  private static byte[] written(Edits edits) {
    var json = new ByteArrayOutputStream();
    edits.writeTo(json);
    return json.toByteArray();
  }

  /** Replaces, removes or inserts characters. The result may not be JSON. */
  private static String mutated(String json, Random random) {
    var text = new StringBuilder(json);
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(text.length() + 1);
      String inserted =
          new String(Character.toChars("aé€😀\",{}[]".codePointAt(random.nextInt(4))));
      text.insert(at, Character.isSurrogate(charAt(text, at)) ? "" : inserted);
    }
    return text.toString();
  }

  private static char charAt(StringBuilder text, int at) {
    return at < text.length() ? text.charAt(at) : ' ';
  }

  /** A delta of a hostile server is applied completely and correctly, or not at all. */
  @Property(tries = 3000)
  void hostileFrameEndsInMismatchOrInTheObject(@ForAll long seed) {
    var random = new Random(seed);
    Resource base = Resource.parse(Pods.plain(7).next());
    Resource next = Resource.parse(MutatedObjects.mutate(base.toByteArray(), random));
    String frame = frame(base, next);
    byte[] bytes = frame.getBytes(UTF_8);
    for (int i = random.nextInt(3); i > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(128);
    }

    try {
      WatchEvent event = ResourceReader.PLAIN.event(bytes, 0, bytes.length, new OneBase(base));
      if (event instanceof WatchEvent.Modified modified) {
        assertThat(modified.object()).isEqualTo(next);
      }
    } catch (DeltaMismatchException mismatch) {
      assertThat(mismatch.getMessage()).isNotEmpty();
    } catch (ApiException notWellFormed) {
      assertThat(notWellFormed.getMessage()).isNotEmpty();
    } catch (JsonException leaked) {
      throw new AssertionError("not wrapped", leaked);
    }
  }

  static String frame(Resource base, Resource next) {
    var json = new ByteArrayOutputStream();
    ObjectDelta.between(
            next.key(), base.version(), next.version(), base.toByteArray(), next.toByteArray())
        .writeTo(json);
    return "{\"type\":\"MODIFIED\",\"delta\":" + json.toString(UTF_8) + "}";
  }
}
