package io.listwatch.server.http.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.model.ApiException;
import io.listwatch.model.GroupVersion;
import io.listwatch.server.registry.ApiErrors;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The expected type of a request body, and the errors for bodies of another type.
 *
 * @param named true if kind is required, as for custom resources
 */
public record BodyType(String group, String version, String kind, boolean named) {
  public static final BodyType DELETE_OPTIONS = new BodyType("meta.k8s.io", "v1", "DeleteOptions");

  private static final int SHOWN = 30;

  public BodyType(String group, String version, String kind) {
    this(group, version, kind, false);
  }

  String apiVersion() {
    return new GroupVersion(group, version).toString();
  }

  /** Returns the error for a body that cannot be parsed. */
  ApiException unrecognised(String problem, byte[] body) {
    return refused(
        problem,
        "the object provided is unrecognized (must be of type %s): %s (%s)"
            .formatted(kind, problem, beginning(body)));
  }

  /** Returns the error for a body with a type but with an invalid value. */
  ApiException unhandled(BodyType sent, String problem) {
    return refused(
        problem,
        "%s in version \"%s\" cannot be handled as a %s: %s"
            .formatted(sent.kind, sent.version, kind, problem));
  }

  /** kube-apiserver reports problems in DeleteOptions without the surrounding sentence. */
  private ApiException refused(String problem, String framed) {
    return ApiErrors.badRequest(equals(DELETE_OPTIONS) ? problem : framed);
  }

  /** Returns the start of the body as text if it may be JSON, else in hex. */
  private static String beginning(byte[] body) {
    if (body.length == 0) {
      return "<empty>";
    }
    byte[] shown = Arrays.copyOf(body, Math.min(body.length, SHOWN));
    String text = body[0] == '{' ? new String(shown, UTF_8) : HexFormat.of().formatHex(shown);
    return body.length > SHOWN ? text + " ..." : text;
  }
}
