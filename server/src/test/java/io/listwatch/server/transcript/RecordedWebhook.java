package io.listwatch.server.transcript;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;

/** Responds as the webhook of the recordings did: by the label {@code case} of the object. */
final class RecordedWebhook {
  private RecordedWebhook() {}

  static String respond(String review) {
    JsonValue request = JsonTrees.read(review).path("request");
    JsonValue object = request.path(request.path("object").isObject() ? "object" : "oldObject");
    return """
    {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":"%s",%s}}
    """
        .formatted(
            request.path("uid").asText(), response(object.at("/metadata/labels/case").asText()));
  }

  private static String response(String label) {
    return switch (label) {
      case "deny" -> "\"allowed\":false";
      case "deny-message" -> denied("\"message\":\"not today\"");
      case "deny-reason" -> denied("\"reason\":\"Teapot\"");
      case "deny-code" -> denied("\"code\":418,\"reason\":\"Teapot\",\"message\":\"a teapot\"");
      case "deny-422" ->
          denied(
              """
              "code":422,"reason":"Invalid","message":"a is wrong","details":{"causes":[
                {"field":"data.a","message":"wrong","reason":"FieldValueInvalid"}]}
              """);
      case "deny-200" -> denied("\"code\":200,\"message\":\"odd\"");
      case "deny-warn" -> denied("\"message\":\"no\"") + ",\"warnings\":[\"careful\"]";
      case "warn" ->
          allowed("\"warnings\":[\"careful\",\"a \\\"quoted\\\" one\",\"\u00fcn\u00efcode\"]");
      case "warn-long" ->
          allowed("\"warnings\":[\"%s\",\"%s\"]".formatted("x".repeat(5_000), "y".repeat(300)));
      case "warn-empty" -> allowed("\"warnings\":[\"\",\"after\"]");
      case "annotate" -> allowed("\"auditAnnotations\":{\"a\":\"b\"}");
      case "allow-status" -> allowed("\"status\":{\"message\":\"fine\",\"code\":500}");
      default -> "\"allowed\":true";
    };
  }

  private static String denied(String status) {
    return "\"allowed\":false,\"status\":{" + status + "}";
  }

  private static String allowed(String more) {
    return "\"allowed\":true," + more;
  }
}
