package io.listwatch.server.registry;

import io.listwatch.model.ResourceType;
import io.listwatch.server.registry.WriteOptions.FieldValidation;
import java.util.List;
import java.util.stream.Collectors;

/** What is done about fields that were given twice or that nobody knows: nothing, a word, or no. */
final class FieldStrictness {
  private FieldStrictness() {}

  /**
   * Complaints about what was sent, as warnings.
   *
   * @param complaints such as {@code duplicate field "data.a"}
   * @throws io.listwatch.model.ApiException if the client wants none of it
   */
  static List<String> judge(
      ResourceType type, List<String> complaints, FieldValidation validation) {
    if (complaints.isEmpty() || validation == FieldValidation.IGNORE) {
      return List.of();
    }
    if (validation == FieldValidation.STRICT) {
      throw Refusals.badRequest(
          "%s in version \"%s\" cannot be handled as a %s: strict decoding error: %s"
              .formatted(
                  type.kind(),
                  type.version(),
                  type.kind(),
                  complaints.stream().distinct().collect(Collectors.joining(", "))));
    }
    return complaints;
  }
}
