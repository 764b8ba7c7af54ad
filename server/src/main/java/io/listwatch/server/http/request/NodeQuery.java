package io.listwatch.server.http.request;

import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.Times;
import io.listwatch.server.registry.Refusals;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks of a container on a node. It is read before the pod is, so that what cannot be
 * meant is refused whether there is a pod or not.
 */
public final class NodeQuery {
  private static final int PORT_BITS = 16;

  private NodeQuery() {}

  /**
   * Looks at the options of a log.
   *
   * @param pod whose log
   * @throws io.listwatch.model.ApiException if they make no sense
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
    // The reference knows it, and has it switched off unless it is told otherwise.
    if (query.has("stream")) {
      errors.add(FieldError.forbidden("stream", "may not be specified"));
    }
    if (!errors.isEmpty()) {
      throw Refusals.invalid("", "PodLogOptions", pod, errors);
    }
  }

  private static void checkPositive(String field, @Nullable Long value, List<FieldError> errors) {
    if (value != null && value <= 0) {
      errors.add(FieldError.invalid(field, value, "must be greater than 0"));
    }
  }

  /** To say nothing is to say no time. */
  private static boolean isTime(String text) {
    String problem = text.isEmpty() ? null : Times.problem(text);
    if (problem != null) {
      throw Refusal.badRequest(problem);
    }
    return !text.isEmpty();
  }

  /**
   * Looks at the ports that a client wants to be led to.
   *
   * @throws io.listwatch.model.ApiException if one is none
   */
  public static void checkPorts(QueryParameters query) {
    for (String ports : query.all("ports")) {
      for (String port : ports.split(",", -1)) {
        try {
          GoNumbers.parseUint(port, PORT_BITS);
        } catch (NumberFormatException e) {
          throw Refusal.badRequest("cannot convert to []int32: " + e.getMessage());
        }
      }
    }
  }
}
