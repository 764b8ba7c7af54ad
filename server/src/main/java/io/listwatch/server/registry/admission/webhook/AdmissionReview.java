package io.listwatch.server.registry.admission.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.model.Status;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.schema.CanonicalForm;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.CanonicalForms;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.RequestVariables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The AdmissionReview of one call: writes its request and reads its response. */
final class AdmissionReview {
  private static final String GROUP = "admission.k8s.io/";

  private final String uid;
  private final Invocation invocation;
  private final boolean mutating;

  AdmissionReview(String uid, Invocation invocation, boolean mutating) {
    this.uid = uid;
    this.invocation = invocation;
    this.mutating = mutating;
  }

  private String apiVersion() {
    return GROUP + invocation.webhook().reviewVersion();
  }

  /** Returns the bytes that kube-apiserver would send. */
  byte[] request() {
    JsonObject request = RequestVariables.request(invocation.request(), uid, invocation.matched());
    request.set("object", canonical(invocation.object()));
    request.set("oldObject", canonical(invocation.old()));
    request.put("dryRun", invocation.request().dryRun());
    JsonObject options = invocation.request().options();
    request.set("options", options.isEmpty() ? JsonValue.NULL : options);
    var review =
        new JsonObject()
            .put("kind", "AdmissionReview")
            .put("apiVersion", apiVersion())
            .set("request", request);
    return (JsonTrees.write(review) + "\n").getBytes(UTF_8);
  }

  private JsonValue canonical(@Nullable JsonObject object) {
    if (object == null) {
      return JsonValue.NULL;
    }
    boolean connects = invocation.request().operation() == AdmissionRequest.Operation.CONNECT;
    return connects ? object : form().normalize(object);
  }

  private CanonicalForm form() {
    AdmissionRequest request = invocation.request();
    return request.isOfResource()
        ? CanonicalForms.of(invocation.matched())
        : CanonicalForms.ofBuiltIn(request.kind());
  }

  /**
   * Reads the response.
   *
   * @throws CallFailedException if it is invalid
   */
  Response response(byte[] bytes) {
    JsonValue review = parsed(bytes);
    String version = review.path("apiVersion").asText();
    String kind = review.path("kind").asText();
    checkDecodable(version, kind);
    JsonValue response = review.path("response");
    if (!response.isObject()) {
      throw invalid("webhook response was absent");
    }
    if (response.hasNonNull("allowed") && !response.path("allowed").isBoolean()) {
      throw uncalled(
          "json: cannot unmarshal %s into Go struct field AdmissionResponse.response.allowed of type bool"
              .formatted(response.path("allowed").isText() ? "string" : "value"));
    }
    boolean v1 = invocation.webhook().reviewVersion().equals("v1");
    if (v1) {
      checkEnvelope(response, version, kind);
    }
    String type = response.path("patchType").asText();
    String patch = response.path("patch").asText();
    if (v1) {
      checkPatch(response.hasNonNull("patchType"), type, patch);
    } else {
      type = patch.isEmpty() ? "" : "JSONPatch";
    }
    return new Response(
        response.path("allowed").asBoolean(),
        status(response.path("status")),
        mutating ? patch : "",
        type,
        strings(response.path("warnings")),
        texts(response.path("auditAnnotations")));
  }

  private static Map<String, String> texts(JsonValue object) {
    var texts = new TreeMap<String, String>();
    for (String name : object.fieldNames()) {
      texts.put(name, object.path(name).asText());
    }
    return texts;
  }

  private static JsonValue parsed(byte[] bytes) {
    try {
      return JsonTrees.read(bytes);
    } catch (MalformedJsonException e) {
      throw uncalled("couldn't get version/kind; json parse error: " + e.getMessage());
    }
  }

  private void checkDecodable(String version, String kind) {
    boolean review = kind.equals("AdmissionReview") && version.startsWith(GROUP);
    if (!review && !(kind.isEmpty() && version.isEmpty())) {
      throw uncalled(
          "no kind %s is registered for version %s in scheme \"k8s.io/apiserver/pkg/util/webhook/client.go:71\""
              .formatted(Quotation.of(kind), Quotation.of(version)));
    }
    if (review && !version.equals(apiVersion())) {
      throw uncalled(
          "converting (%s.AdmissionReview) to (%s.AdmissionReview): unknown conversion"
              .formatted(version.substring(GROUP.length()), invocation.webhook().reviewVersion()));
    }
  }

  private void checkEnvelope(JsonValue response, String version, String kind) {
    String found = response.path("uid").asText();
    if (!found.equals(uid)) {
      throw invalid(
          "expected response.uid=%s, got %s".formatted(Quotation.of(uid), Quotation.of(found)));
    }
    if (kind.isEmpty()) {
      throw invalid(
          "expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got %s, Kind=%s"
              .formatted(version.isEmpty() ? "/" : version, kind));
    }
  }

  private void checkPatch(boolean hasType, String type, String patch) {
    if (!mutating) {
      if (!patch.isEmpty()) {
        throw invalid("validating webhook may not return response.patch");
      }
      if (hasType) {
        throw invalid("validating webhook may not return response.patchType");
      }
      return;
    }
    if (!patch.isEmpty() && !hasType) {
      throw invalid("webhook returned response.patch but not response.patchType");
    }
    if (patch.isEmpty() && hasType) {
      throw invalid("webhook returned response.patchType but not response.patch");
    }
    if (hasType && type.isEmpty()) {
      throw invalid("webhook returned invalid response.patchType of \"\"");
    }
  }

  private static CallFailedException uncalled(String why) {
    return new CallFailedException("failed to call webhook: " + why, 503);
  }

  private static CallFailedException invalid(String why) {
    return new CallFailedException("received invalid webhook response: " + why, 503);
  }

  private static List<String> strings(JsonValue array) {
    var strings = new ArrayList<String>();
    array.forEach(each -> strings.add(each.asText()));
    return strings;
  }

  private static Status status(JsonValue status) {
    JsonValue details = status.path("details");
    var causes = new ArrayList<Status.Cause>();
    for (JsonValue each : details.path("causes")) {
      causes.add(
          new Status.Cause(
              each.path("reason").asText(),
              each.path("message").asText(),
              each.path("field").asText()));
    }
    JsonValue code = status.path("code");
    return Status.of(
            code.isNumber() ? (int) code.longValue() : 0,
            status.path("reason").asText(),
            status.path("message").asText())
        .withDetails(
            Status.Details.of(
                    details.path("group").asText(),
                    details.path("kind").asText(),
                    details.path("name").asText())
                .withCauses(causes));
  }

  /**
   * A valid response.
   *
   * @param status explains a denial
   * @param patch in base64; empty if there is none
   */
  record Response(
      boolean allowed,
      Status status,
      String patch,
      String patchType,
      List<String> warnings,
      Map<String, String> auditAnnotations) {
    /** Returns the status that the client gets for a denial. */
    Status denial(String webhook) {
      String explained = !status.message().isEmpty() ? status.message() : status.reason();
      String denied = "admission webhook %s denied the request".formatted(Quotation.of(webhook));
      return Status.of(
              Math.max(400, status.code()),
              status.reason(),
              explained.isEmpty() ? denied + " without explanation" : denied + ": " + explained)
          .withDetails(status.details());
    }
  }
}
