package io.listwatch.objects.schema.cel;

import dev.cel.common.types.SimpleType;
import java.util.List;

/** The CEL function {@code jsonpatch.escapeKey}, which mutating policies have. */
final class JsonPatchFunctions {
  private JsonPatchFunctions() {}

  static FunctionLibrary library() {
    return new FunctionLibrary()
        .global(
            "jsonpatch.escapeKey",
            "string_jsonpatch_escapeKey_string",
            SimpleType.STRING,
            List.of(SimpleType.STRING),
            a -> escapeKey((String) a[0]));
  }

  private static String escapeKey(String key) {
    return key.replace("~", "~0").replace("/", "~1");
  }
}
