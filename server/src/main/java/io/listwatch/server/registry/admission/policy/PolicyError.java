package io.listwatch.server.registry.admission.policy;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.admission.AdmissionRequest;
import java.util.List;

/**
 * The reason why a mutating policy could not be evaluated or applied.
 *
 * @param binding empty if it concerns all bindings
 * @param reason of the response; empty for {@code Forbidden}
 */
record PolicyError(String policy, String binding, String message, String reason) {
  private String text() {
    return "policy '%s'%s denied request: %s"
        .formatted(policy, binding.isEmpty() ? "" : " with binding '" + binding + "'", message);
  }

  /** Returns the response to a write: the first error, with all of them as causes. */
  static ApiException response(List<PolicyError> errors, AdmissionRequest request) {
    PolicyError first = errors.get(0);
    Status forbidden =
        ApiErrors.forbidden(request.definition().type(), request.name(), first.text()).status();
    List<Status.Cause> causes =
        errors.stream().map(each -> new Status.Cause("", each.text(), "")).toList();
    return Status.of(403, first.reason.isEmpty() ? "Forbidden" : first.reason, first.text())
        .withDetails(forbidden.details().withCauses(causes))
        .toException();
  }
}
