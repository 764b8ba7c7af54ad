package io.listwatch.server.registry;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.objects.apply.ApplyConflictException;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.strategy.Forbidden;
import io.listwatch.selector.Quotation;
import java.util.List;

/**
 * Creates kube-apiserver's API errors: one method for each error, with its code, reason, message
 * and details.
 */
public final class ApiErrors {
  private static final String MODIFIED =
      "the object has been modified; please apply your changes to the latest version and try again";

  private static final ResourceType NAMESPACE =
      ResourceType.cluster("v1", "Namespace", "namespaces");

  private ApiErrors() {}

  public static ApiException notFound(ResourceType type, String name) {
    String message = type + " " + Quotation.of(name) + " not found";
    return error(StatusReason.NOT_FOUND, message, Status.Details.of(type, name));
  }

  public static ApiException noSuchNamespace(String name) {
    return notFound(NAMESPACE, name);
  }

  /** Returns the error for a path that does not exist, for every HTTP method. */
  public static ApiException noSuchPath() {
    return error(StatusReason.NOT_FOUND, "the server could not find the requested resource");
  }

  public static ApiException alreadyExists(ResourceType type, String name) {
    String message = type + " " + Quotation.of(name) + " already exists";
    return error(StatusReason.ALREADY_EXISTS, message, Status.Details.of(type, name));
  }

  /** Returns the error for a create whose name still belongs to a terminating object. */
  public static ApiException beingDeleted(ResourceType type, String name) {
    String message =
        "object is being deleted: " + type + " " + Quotation.of(name) + " already exists";
    return error(StatusReason.ALREADY_EXISTS, message, Status.Details.of(type, name));
  }

  public static ApiException noUniqueName(ResourceType type, String name) {
    String message =
        "%s %s already exists, the server was not able to generate a unique name for the object"
            .formatted(type, Quotation.of(name));
    return error(
        StatusReason.ALREADY_EXISTS, message, Status.Details.of(type, name).withRetryAfter(1));
  }

  public static ApiException conflict(ResourceType type, String name, String cause) {
    String message =
        "Operation cannot be fulfilled on %s %s: %s".formatted(type, Quotation.of(name), cause);
    return error(StatusReason.CONFLICT, message, Status.Details.of(type, name));
  }

  /**
   * Returns the cause of a conflict with a precondition of the client.
   *
   * @param what the metadata field, such as {@code UID}
   */
  public static String unmet(String what, String expected, String found) {
    return "Precondition failed: %1$s in precondition: %2$s, %1$s in object meta: %3$s"
        .formatted(what, expected, found);
  }

  /** Returns the error for an apply that would change fields of other managers. */
  public static ApiException applyConflict(ApplyConflictException conflict) {
    List<Status.Cause> causes =
        conflict.conflicts().stream()
            .map(each -> new Status.Cause("FieldManagerConflict", each.message(), each.field()))
            .toList();
    return error(
        StatusReason.CONFLICT,
        String.valueOf(conflict.getMessage()),
        Status.Details.NONE.withCauses(causes));
  }

  /** Returns the error for a write whose resourceVersion is not the current one. */
  public static ApiException modified(ResourceType type, String name) {
    return conflict(type, name, MODIFIED);
  }

  /** Like {@link #conflict}, but names the kind, as kube-apiserver does for deletes. */
  public static ApiException conflictOfKind(ResourceType type, String name, String cause) {
    String message =
        "Operation cannot be fulfilled on %s %s: %s"
            .formatted(kindName(type.group(), type.kind()), Quotation.of(name), cause);
    var details = Status.Details.of(type.group(), type.kind(), name);
    return error(StatusReason.CONFLICT, message, details);
  }

  public static ApiException forbidden(ResourceType type, String name, String cause) {
    return Forbidden.write(type, name, cause);
  }

  public static ApiException invalid(ResourceType type, String name, List<FieldError> errors) {
    // Events are reported under the core group even if the request uses events.k8s.io.
    String group = type.group().equals("events.k8s.io") ? "" : type.group();
    return invalid(group, type.kind(), name, errors);
  }

  /**
   * Returns the error for an invalid object: the errors in the order of the checks, each message
   * once.
   */
  public static ApiException invalid(
      String group, String kind, String name, List<FieldError> errors) {
    List<String> sentences = errors.stream().map(FieldError::toString).distinct().toList();
    String what = sentences.size() == 1 ? sentences.get(0) : sentences.toString();
    String message =
        "%s %s is invalid: %s".formatted(kindName(group, kind), Quotation.of(name), what);
    List<Status.Cause> causes = errors.stream().map(FieldError::cause).toList();
    return error(
        StatusReason.INVALID, message, Status.Details.of(group, kind, name).withCauses(causes));
  }

  private static String kindName(String group, String kind) {
    return group.isEmpty() ? kind : kind + "." + group;
  }

  /**
   * Returns kube-apiserver's error for an invalid request, whose message does not say what is
   * wrong.
   */
  public static ApiException rejected() {
    return error(
        StatusReason.INVALID, "the server rejected our request due to an error in our request");
  }

  public static ApiException badRequest(String message) {
    return error(StatusReason.BAD_REQUEST, message);
  }

  public static ApiException methodNotAllowed(ResourceType type, String action) {
    String message = "%s is not supported on resources of kind \"%s\"".formatted(action, type);
    return error(StatusReason.METHOD_NOT_ALLOWED, message, Status.Details.of(type, ""));
  }

  /** Returns the error for a path that exists but does not support the HTTP method. */
  public static ApiException noSuchMethod() {
    return error(
        StatusReason.METHOD_NOT_ALLOWED,
        "the server does not allow this method on the requested resource");
  }

  public static ApiException unsupportedMediaType(List<String> accepted) {
    String message =
        "the body of the request was in an unknown format - accepted media types include: "
            + String.join(", ", accepted);
    return error(StatusReason.UNSUPPORTED_MEDIA_TYPE, message);
  }

  public static ApiException internal(String what) {
    var cause = new Status.Cause("", what, "");
    var details = Status.Details.NONE.withCauses(List.of(cause));
    return error(StatusReason.INTERNAL_ERROR, "Internal error occurred: " + what, details);
  }

  /** Returns an error that kube-apiserver passes on unchanged: code 500 without a reason. */
  public static ApiException plain(String message) {
    return Status.of(500, "", message).toException();
  }

  /** Returns the error for a part of the API that this server does not implement. */
  public static ApiException notImplemented(String what) {
    return Status.of(501, "NotImplemented", what + " is not implemented by this server")
        .toException();
  }

  private static ApiException error(StatusReason reason, String message) {
    return Status.of(reason, message).toException();
  }

  private static ApiException error(StatusReason reason, String message, Status.Details details) {
    return Status.of(reason, message).withDetails(details).toException();
  }
}
