package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.UnsignedLong;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Equality is an equivalence relation on values of one type, and hash codes agree with it. */
final class EqualityProperties {
  private static final DeclaredType TYPE =
      Expressions.type(
          """
          {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {
            number: {type: number},
            whole: {type: integer, nullable: true},
            text: {type: string},
            list: {type: array, items: {type: integer}},
            set: {type: array, items: {type: integer}, x-kubernetes-list-type: set},
            map: {type: object, additionalProperties: {type: number}},
            keyed: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k],
              items: {type: object, properties: {k: {type: integer}, v: {type: integer}}}}}}
          """);

  @Provide
  Arbitrary<Number> numbers() {
    return Arbitraries.of(
        0L,
        1L,
        -1L,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        (1L << 53) + 1,
        UnsignedLong.ZERO,
        UnsignedLong.ONE,
        UnsignedLong.MAX_VALUE,
        UnsignedLong.valueOf(Long.MAX_VALUE),
        UnsignedLong.fromLongBits(Long.MIN_VALUE),
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        0x1p53,
        Double.POSITIVE_INFINITY,
        Double.MIN_VALUE);
  }

  @Property
  void numbersOfAllTypesAreEqualByValue(
      @ForAll("numbers") Number a, @ForAll("numbers") Number b, @ForAll("numbers") Number c) {
    assertThat(Equality.equal(a, a)).isTrue();
    assertThat(Equality.equal(a, b)).isEqualTo(Equality.equal(b, a));
    if (Equality.equal(a, b)) {
      assertThat(Equality.hash(a)).isEqualTo(Equality.hash(b));
      assertThat(Equality.key(a)).isEqualTo(Equality.key(b)).hasSameHashCodeAs(Equality.key(b));
      assertThat(Equality.equal(a, c)).isEqualTo(Equality.equal(b, c));
    }
    assertThat(Equality.equal(List.of(a), List.of(b))).isEqualTo(Equality.equal(a, b));
  }

  @Property(tries = 1000)
  void equalityOfObjectsIsSymmetricAndAgreesWithHashCodes(@ForAll long seed) {
    var random = new Random(seed);
    Object a = TYPE.view(object(random));
    Object b = TYPE.view(object(random));

    assertThat(Equality.equal(a, b)).isEqualTo(Equality.equal(b, a));
    if (Equality.equal(a, b)) {
      assertThat(Equality.hash(a)).isEqualTo(Equality.hash(b));
    }
    assertThat(Equality.key(a).equals(Equality.key(b))).isEqualTo(Equality.equal(a, b));
  }

  @Property(tries = 500)
  void objectEqualsItsCopyInAnotherOrder(@ForAll long seed) {
    var random = new Random(seed);
    JsonObject object = object(random);

    Object view = TYPE.view(object);
    Object shuffled = TYPE.view(shuffled(object, random));

    assertThat(Equality.equal(view, shuffled)).isTrue();
    assertThat(Equality.hash(view)).isEqualTo(Equality.hash(shuffled));
  }

  @Property(tries = 200)
  void objectWithOtherMembersDiffers(@ForAll long seed) {
    JsonObject object = object(new Random(seed));
    Object more = TYPE.view(object.deepCopy().put("more", 1));
    Object other = TYPE.view(object.deepCopy().put("more", 2));

    assertThat(Equality.equal(TYPE.view(object), more)).isFalse();
    assertThat(Equality.equal(more, TYPE.view(object))).isFalse();
    assertThat(Equality.equal(more, other)).isFalse();
  }

  private static JsonObject object(Random random) {
    var object = new JsonObject();
    if (random.nextBoolean()) {
      object.set("number", random.nextBoolean() ? JsonValue.of(1) : JsonValue.of(1.0));
    }
    if (random.nextBoolean()) {
      object.set("whole", random.nextBoolean() ? JsonValue.NULL : JsonValue.of(1));
    }
    if (random.nextBoolean()) {
      object.put(random.nextBoolean() ? "text" : "hidden", "t");
    }
    if (random.nextBoolean()) {
      numbers(object.putArray("list"), random);
    }
    if (random.nextBoolean()) {
      numbers(object.putArray("set"), random);
    }
    if (random.nextBoolean()) {
      object.putObject("map").put(random.nextBoolean() ? "a" : "b", random.nextInt(2));
    }
    if (random.nextBoolean()) {
      JsonArray keyed = object.putArray("keyed");
      for (int i = 0; i < random.nextInt(3); i++) {
        keyed.addObject().put("k", i).put("v", random.nextInt(2));
      }
    }
    return object;
  }

  private static void numbers(JsonArray array, Random random) {
    for (int i = 0; i < 3; i++) {
      if (random.nextBoolean()) {
        array.add(i);
      }
    }
  }

  /** Changes the order of members, of the set and of the keyed list. */
  private static JsonObject shuffled(JsonObject object, Random random) {
    var names = new ArrayList<>(object.fieldNames());
    Collections.shuffle(names, random);
    var shuffled = new JsonObject();
    for (String name : names) {
      JsonValue value = object.path(name);
      shuffled.set(name, List.of("set", "keyed").contains(name) ? reversed(value) : value);
    }
    return shuffled;
  }

  private static JsonArray reversed(JsonValue array) {
    var reversed = new JsonArray();
    for (int i = array.size() - 1; i >= 0; i--) {
      reversed.add(array.path(i));
    }
    return reversed;
  }
}
