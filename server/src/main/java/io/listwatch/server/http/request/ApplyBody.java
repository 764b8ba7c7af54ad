package io.listwatch.server.http.request;

import io.listwatch.objects.apply.PatchBody;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.yaml.MalformedYamlException;
import io.listwatch.objects.yaml.YamlText;
import io.listwatch.objects.yaml.YamlText.Converted;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The body of a server-side apply: YAML, which includes nearly all JSON. It is parsed as JSON
 * first, since clients mostly send that. Of several YAML documents only the first is used, as in
 * kube-apiserver.
 */
public final class ApplyBody {
  private ApplyBody() {}

  /** Parses the body. Rejects duplicate keys if validation is strict. */
  public static PatchBody parse(String text, FieldValidation validation) {
    PatchBody json = plainJson(text);
    if (json != null) {
      return json;
    }
    Converted converted = convert(text);
    if (validation == FieldValidation.STRICT && !converted.repeated().isEmpty()) {
      throw ApiErrors.badRequest(
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
    return PatchBody.parse(converted.json());
  }

  /**
   * Returns null if it is not JSON, or has duplicate keys, whose lines only the YAML parser knows.
   */
  private static @Nullable PatchBody plainJson(String text) {
    if (!text.stripLeading().startsWith("{")) {
      return null;
    }
    try {
      JsonTrees.Parsed parsed = JsonTrees.parse(text);
      return parsed.duplicates().isEmpty() ? PatchBody.of(parsed) : null;
    } catch (MalformedJsonException e) {
      return null;
    }
  }

  private static Converted convert(String text) {
    try {
      return YamlText.convert(text);
    } catch (MalformedYamlException e) {
      throw ApiErrors.badRequest("error decoding YAML: " + e.getMessage());
    }
  }
}
