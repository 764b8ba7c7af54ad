package io.listwatch.objects.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One step of a {@link MessagePlan}: a member of the JSON, or the start or end of a nested message
 * that JSON inlines.
 *
 * <p>Immutable.
 */
final class PlanStep {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** The start of a step without a name: no masked name equals it, not even the empty one. */
  private static final long NEVER = -1;

  /** Ends the inlined message that was opened last. */
  static final PlanStep CLOSE = new PlanStep("", 0, PlanValue.SKIPPED, new byte[0]);

  /** The name of a member with its closing quote; only the quote for steps that are not members. */
  private final byte[] quoted;

  /** The first bytes of the name, up to eight, as a number. */
  private final long start;

  /** The mask for the bytes of {@link #start}. */
  private final long mask;

  final int tag;
  final PlanValue value;

  /** The field that Go writes for an absent member; empty if Go writes none. */
  final byte[] zero;

  private PlanStep(String name, int tag, PlanValue value, byte[] zero) {
    this.quoted = (name + '"').getBytes(UTF_8);
    this.tag = tag;
    this.value = value;
    this.zero = zero;
    this.mask = quoted.length >= Long.BYTES ? -1 : (1L << (quoted.length * Byte.SIZE)) - 1;
    long first = word(Arrays.copyOf(quoted, Math.max(quoted.length, Long.BYTES)), 0) & mask;
    this.start = name.isEmpty() ? NEVER : first;
  }

  static PlanStep member(String name, int tag, PlanValue value, byte[] zero) {
    return new PlanStep(name, tag, value, zero);
  }

  static PlanStep open(int tag) {
    return new PlanStep("", tag, PlanValue.INLINE, new byte[0]);
  }

  /** Returns the eight bytes at {@code at}. */
  static long word(byte[] json, int at) {
    return (long) LONGS.get(json, at);
  }

  /**
   * True if the name at {@code at} is that of this member.
   *
   * @param word the eight bytes at {@code at}
   */
  boolean matches(long word, byte[] json, int at) {
    return (word & mask) == start
        && (quoted.length <= Long.BYTES
            || Arrays.equals(
                json, at + Long.BYTES, at + quoted.length, quoted, Long.BYTES, quoted.length));
  }

  boolean isAt(byte[] json, int at) {
    return matches(word(json, at), json, at);
  }

  /** Returns the length of the name with its closing quote. */
  int nameLength() {
    return quoted.length;
  }
}
