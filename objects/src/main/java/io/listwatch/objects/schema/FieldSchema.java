package io.listwatch.objects.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A member of a built-in type.
 *
 * @param numbers its protobuf number; several if JSON inlines a message that protobuf nests,
 *     outermost first; empty if only JSON has it
 * @param pointer true if absent differs from empty
 * @param omitEmpty true if it is left out when empty
 * @param omitZero true if it is left out when zero, although it is a struct
 * @param required true if it is marked as required
 * @param optional true if it is marked as optional, although it is never left out
 * @param sharing the merge type for server-side apply that the member declares: {@code atomic},
 *     {@code granular}, {@code set}, or {@code map:} and the keys; empty if it declares none
 * @param patchStrategy the strategy of strategic merge patches: {@code merge}, {@code replace},
 *     {@code retainKeys}, or {@code merge,retainKeys}; empty if there is none
 * @param mergeKey the member that identifies list items in a strategic merge patch; empty if the
 *     items are not objects
 * @param defaultValue the default in JSON; null if there is none
 * @param enumeration the values that OpenAPI lists, in a list or a map those of its items; empty if
 *     OpenAPI lists none
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

  /** True if OpenAPI lists the member as required. */
  public boolean mustBeGiven() {
    return required || !(optional || omitEmpty || omitZero);
  }

  public boolean merges() {
    return patchStrategy.startsWith("merge");
  }
}
