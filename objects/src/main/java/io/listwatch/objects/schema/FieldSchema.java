package io.listwatch.objects.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A member of a type of the built-in kinds.
 *
 * @param numbers its number in protobuf; several if JSON has inline what protobuf nests, outermost
 *     first; empty if only JSON has it
 * @param pointer whether it can be absent as opposed to empty
 * @param omitEmpty whether it is left out when empty
 * @param omitZero whether it is left out when zero, although it is a struct
 * @param required whether it is said to be required
 * @param optional whether it is said to be optional, although it is never left out
 * @param sharing who may own parts of it, as the member itself says: {@code atomic}, {@code
 *     granular}, {@code set}, or {@code map:} and the keys; empty if it says nothing
 * @param patchStrategy how a strategic merge patch treats it: {@code merge}, {@code replace},
 *     {@code retainKeys}, or {@code merge,retainKeys}; empty if nothing is said
 * @param mergeKey the member that tells the items of a list apart in a strategic merge patch; empty
 *     if the items are no objects
 * @param defaultValue what stands for it when absent, in JSON; null if nothing is said
 * @param enumeration the values that OpenAPI shows, of a list or a map those of its items; empty if
 *     OpenAPI shows none
 * @param checks the validation that it always gets
 */
public record FieldSchema(
    String name,
    String numbers,
    ValueSchema type,
    boolean pointer,
    boolean omitEmpty,
    boolean omitZero,
    boolean required,
    boolean optional,
    String sharing,
    String patchStrategy,
    String mergeKey,
    @Nullable String defaultValue,
    List<String> enumeration,
    FieldChecks checks) {
  public FieldSchema {
    enumeration = List.copyOf(enumeration);
  }

  /** Whether an object without it is incomplete. */
  public boolean mustBeGiven() {
    return required || !(optional || omitEmpty || omitZero);
  }

  public boolean merges() {
    return patchStrategy.startsWith("merge");
  }
}
