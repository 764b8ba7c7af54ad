package io.listwatch.server.registry.custom;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonString;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.selector.Quotation;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * One ConversionReview: the request to convert objects to a version, and the checks of the response
 * in kube-apiserver's order and words.
 *
 * @param uid must be repeated in the response
 */
record ConversionReview(String uid, ResourceType wanted) {
  private static final String API_VERSION = "apiextensions.k8s.io/v1";
  private static final String KIND = "ConversionReview";

  /** Returns the request body. */
  byte[] request(List<byte[]> objects) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(
        """
        {"kind":"%s","apiVersion":"%s","request":{"uid":%s,"desiredAPIVersion":%s,"objects":[\
        """
            .formatted(
                KIND, API_VERSION, JsonString.quote(uid), JsonString.quote(wanted.apiVersion()))
            .getBytes(UTF_8));
    for (int i = 0; i < objects.size(); i++) {
      if (i > 0) {
        out.write(',');
      }
      out.writeBytes(objects.get(i));
    }
    out.writeBytes("]}}".getBytes(UTF_8));
    return out.toByteArray();
  }

  /** Returns the converted objects of a response. */
  List<JsonValue> convertedObjects(byte[] body) throws InvalidConversionException {
    JsonValue review = read(body);
    checkType(review);
    JsonValue response = review.path("response");
    if (!response.isObject()) {
      throw failed("no response provided");
    }
    if (!response.path("uid").asText().equals(uid)) {
      throw failed(
          "expected response.uid=%s, got %s"
              .formatted(Quotation.of(uid), Quotation.of(response.path("uid").asText())));
    }
    checkResult(response.path("result"));
    var objects = new ArrayList<JsonValue>();
    response.path("convertedObjects").forEach(objects::add);
    return objects;
  }

  private static JsonValue read(byte[] body) throws InvalidConversionException {
    try {
      return JsonTrees.read(body);
    } catch (MalformedJsonException e) {
      throw failed(String.valueOf(e.getMessage()));
    }
  }

  private static void checkType(JsonValue review) throws InvalidConversionException {
    String apiVersion = review.path("apiVersion").asText();
    String kind = review.path("kind").asText();
    if (!apiVersion.equals(API_VERSION) || !kind.equals(KIND)) {
      throw failed(
          "expected webhook response of %s, Kind=%s, got %s, Kind=%s"
              .formatted(API_VERSION, KIND, apiVersion, kind));
    }
  }

  private static void checkResult(JsonValue result) throws InvalidConversionException {
    String status = result.path("status").asText();
    if (!status.equals("Success")) {
      String message = result.path("message").asText();
      throw failed(
          message.isEmpty()
              ? "response.result.status was '%s', not 'Success'".formatted(status)
              : message);
    }
  }

  private static InvalidConversionException failed(String why) {
    return new InvalidConversionException("failed: " + why);
  }
}
