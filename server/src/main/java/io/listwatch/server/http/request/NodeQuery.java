package io.listwatch.server.http.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.Times;
import io.listwatch.server.registry.ApiErrors;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Validates the parameters of subresources that a kubelet serves. This comes before the pod is
 * read, so that invalid parameters are rejected even if there is no such pod.
 */
public final class NodeQuery {
  private static final int PORT_BITS = 16;
  private static final List<String> FLAGS = List.of("follow", "previous", "timestamps");
  private static final List<String> FORWARDED =
      List.of(
          "follow",
          "limitBytes",
          "previous",
          "sinceSeconds",
          "sinceTime",
          "tailLines",
          "timestamps");

  private NodeQuery() {}

  /**
   * Validates the parameters of {@code pods/log}.
   *
   * @param pod the name of the pod
   * @throws io.listwatch.model.ApiException if they are invalid
   */
  public static void checkLog(QueryParameters query, String pod) {
    Long sinceSeconds = query.integer("sinceSeconds");
    boolean since = isTime(query.text("sinceTime"));
    Long tailLines = query.integer("tailLines");
    Long limitBytes = query.integer("limitBytes");
    var errors = new ArrayList<FieldError>();
    if (tailLines != null && tailLines < 0) {
      errors.add(FieldError.invalid("tailLines", tailLines, "must be greater than or equal to 0"));
    }
    checkPositive("limitBytes", limitBytes, errors);
    if (sinceSeconds != null && since) {
      errors.add(
          FieldError.forbidden(
              "[]", "at most one of `sinceTime` or `sinceSeconds` may be specified"));
    } else {
      checkPositive("sinceSeconds", sinceSeconds, errors);
    }
    // In kube-apiserver this parameter belongs to a feature gate that is off by default.
    if (query.has("stream")) {
      errors.add(FieldError.forbidden("stream", "may not be specified"));
    }
    if (!errors.isEmpty()) {
      throw ApiErrors.invalid("", "PodLogOptions", pod, errors);
    }
  }

  /**
   * Returns the parameters of {@code pods/log} that the kubelet gets, in the order of their names.
   */
  public static String forKubelet(QueryParameters query) {
    var parts = new ArrayList<String>();
    for (String name : FORWARDED) {
      String value = query.text(name);
      if (FLAGS.contains(name) ? query.flag(name) : !value.isEmpty()) {
        parts.add(name + "=" + (FLAGS.contains(name) ? "true" : URLEncoder.encode(value, UTF_8)));
      }
    }
    return String.join("&", parts);
  }

  private static void checkPositive(String field, @Nullable Long value, List<FieldError> errors) {
    if (value != null && value <= 0) {
      errors.add(FieldError.invalid(field, value, "must be greater than 0"));
    }
  }

  /** True if the text is a valid time. An empty string is not. */
  private static boolean isTime(String text) {
    String problem = text.isEmpty() ? null : Times.problem(text);
    if (problem != null) {
      throw ApiErrors.badRequest(problem);
    }
    return !text.isEmpty();
  }

  /**
   * Validates the ports of a port-forward.
   *
   * @throws io.listwatch.model.ApiException if one is invalid
   */
  public static void checkPorts(QueryParameters query) {
    for (String ports : query.all("ports")) {
      for (String port : ports.split(",", -1)) {
        try {
          GoNumbers.parseUint(port, PORT_BITS);
        } catch (NumberFormatException e) {
          throw ApiErrors.badRequest("cannot convert to []int32: " + e.getMessage());
        }
      }
    }
  }
}
