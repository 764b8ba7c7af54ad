package io.listwatch.server.http.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.model.ApiException;
import io.listwatch.model.GroupVersion;
import io.listwatch.server.http.request.Refusal;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What the body of a request should be, and how it is refused if it is not.
 *
 * @param named whether it must say of what kind it is, as objects of users' kinds must
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

  /** Refuses a body of which nothing could be understood. */
  ApiException unrecognised(String problem, byte[] body) {
    return refused(
        problem,
        "the object provided is unrecognized (must be of type %s): %s (%s)"
            .formatted(kind, problem, beginning(body)));
  }

  /** Refuses a body that says what it is, but not well. */
  ApiException unhandled(BodyType sent, String problem) {
    return refused(
        problem,
        "%s in version \"%s\" cannot be handled as a %s: %s"
            .formatted(sent.kind, sent.version, kind, problem));
  }

  /** The reference puts no frame around what is wrong with options. */
  private ApiException refused(String problem, String framed) {
    return Refusal.badRequest(equals(DELETE_OPTIONS) ? problem : framed);
  }

  /** Readable if it might be JSON. */
  private static String beginning(byte[] body) {
    if (body.length == 0) {
      return "<empty>";
    }
    byte[] shown = Arrays.copyOf(body, Math.min(body.length, SHOWN));
    String text = body[0] == '{' ? new String(shown, UTF_8) : HexFormat.of().formatHex(shown);
    return body.length > SHOWN ? text + " ..." : text;
  }
}
