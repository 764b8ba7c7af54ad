package io.listwatch.server.http.request;

import io.listwatch.model.ApiException;
import io.listwatch.objects.schema.JsonTrees;
import io.listwatch.objects.schema.MalformedJsonException;
import io.listwatch.server.http.request.YamlText.Converted;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import java.util.stream.Collectors;

/**
 * The body of an apply: YAML, which nearly all JSON is, too. It is taken for JSON if it is some,
 * since that is what clients send; of several documents the first counts, as it does for the
 * reference.
 */
public final class ApplyBody {
  private ApplyBody() {}

  /** The same as JSON. Refused if a key stands in a map twice and that is not to be. */
  public static String toJson(String text, FieldValidation validation) {
    if (isPlainJson(text)) {
      return text;
    }
    Converted converted = convert(text);
    if (validation == FieldValidation.STRICT && !converted.repeated().isEmpty()) {
      throw Refusal.badRequest(
          converted.repeated().stream()
              .map(
                  each ->
                      "  line %d: key \"%s\" already set in map"
                          .formatted(each.line(), each.path()))
              .collect(
                  Collectors.joining(
                      "\n",
                      "error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal"
                          + " errors:\n",
                      "")));
    }
    return converted.json();
  }

  /** Where something stands twice is known of YAML only. */
  private static boolean isPlainJson(String text) {
    if (!text.stripLeading().startsWith("{")) {
      return false;
    }
    try {
      return JsonTrees.parse(text).duplicates().isEmpty();
    } catch (MalformedJsonException e) {
      return false;
    }
  }

  private static Converted convert(String text) {
    try {
      return YamlText.convert(text);
    } catch (ApiException e) {
      throw Refusal.badRequest("error decoding YAML: " + e.status().message());
    }
  }
}
