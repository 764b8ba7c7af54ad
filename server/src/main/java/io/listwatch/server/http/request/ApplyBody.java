package io.listwatch.server.http.request;

import io.listwatch.model.ApiException;
import io.listwatch.server.schema.JsonTrees;
import io.listwatch.server.schema.MalformedJsonException;

/**
 * The body of an apply: YAML, which nearly all JSON is, too. It is taken for JSON if it is some,
 * since that is what clients send; of several documents the first counts, as it does for the
 * reference.
 */
public final class ApplyBody {
  private ApplyBody() {}

  public static String toJson(String text) {
    return isJson(text) ? text : yaml(text);
  }

  private static boolean isJson(String text) {
    if (!text.stripLeading().startsWith("{")) {
      return false;
    }
    try {
      JsonTrees.read(text);
      return true;
    } catch (MalformedJsonException e) {
      return false;
    }
  }

  private static String yaml(String text) {
    try {
      return YamlText.firstToJson(text);
    } catch (ApiException e) {
      throw Refusal.badRequest("error decoding YAML: " + e.status().message());
    }
  }
}
