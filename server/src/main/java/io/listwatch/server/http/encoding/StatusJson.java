package io.listwatch.server.http.encoding;

import io.listwatch.model.Resource;
import io.listwatch.model.Status;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.List;
import java.util.stream.Collectors;

/** Encodes a {@link Status} as JSON, its members in kube-apiserver's order. */
public final class StatusJson {
  private StatusJson() {}

  public static byte[] failure(Status status) {
    return failure(status, "", false);
  }

  /** Returns a 410 for a paged list with a token to continue it at the latest version. */
  public static byte[] failure(Status status, String continueToken) {
    return failure(status, continueToken, false);
  }

  /** Returns a failure with empty details. */
  public static byte[] unroutable(Status status) {
    return failure(status, "", true);
  }

  private static byte[] failure(Status status, String continueToken, boolean emptyDetails) {
    var json = new JsonBuilder().open().member("kind", "Status").member("apiVersion", "v1");
    return failureMembers(json, status, continueToken, emptyDetails).close().bytes();
  }

  /** Returns the one failure that kube-apiserver sends without kind and apiVersion. */
  public static String withoutKind(Status status) {
    return failureMembers(new JsonBuilder().open(), status, "", true).close().toString();
  }

  private static JsonBuilder failureMembers(
      JsonBuilder json, Status status, String continueToken, boolean emptyDetails) {
    json.name("metadata").open().memberUnlessEmpty("continue", continueToken).close();
    json.member("status", "Failure");
    json.memberUnlessEmpty("message", status.message());
    json.memberUnlessEmpty("reason", status.reason());
    String details = details(status.details());
    if (emptyDetails || !details.equals("{}")) {
      json.name("details").raw(details);
    }
    return json.member("code", status.code());
  }

  private static String details(Status.Details details) {
    var json =
        new JsonBuilder()
            .open()
            .memberUnlessEmpty("name", details.name())
            .memberUnlessEmpty("group", details.group())
            .memberUnlessEmpty("kind", details.kind())
            .memberUnlessEmpty("uid", details.uid());
    if (!details.causes().isEmpty()) {
      json.name("causes").raw(causes(details.causes()));
    }
    json.memberUnlessZero("retryAfterSeconds", details.retryAfterSeconds());
    return json.close().toString();
  }

  private static String causes(List<Status.Cause> causes) {
    return causes.stream()
        .map(
            cause ->
                new JsonBuilder()
                    .open()
                    .memberUnlessEmpty("reason", cause.reason())
                    .memberUnlessEmpty("message", cause.message())
                    .memberUnlessEmpty("field", cause.field())
                    .close()
                    .toString())
        .collect(Collectors.joining(",", "[", "]"));
  }

  /** Returns the response for a successful request without an object to show. */
  public static byte[] success(int code) {
    return new JsonBuilder()
        .open()
        .member("kind", "Status")
        .member("apiVersion", "v1")
        .name("metadata")
        .raw("{}")
        .member("status", "Success")
        .member("code", code)
        .close()
        .bytes();
  }

  /** Returns the response for a deleted object. */
  public static byte[] deleted(ResourceDefinition definition, Resource object) {
    var details =
        new JsonBuilder()
            .open()
            .member("name", object.key().name())
            .memberUnlessEmpty("group", definition.type().group())
            .member("kind", definition.type().plural())
            .memberUnlessEmpty("uid", object.uid().orElse(""))
            .close();
    return new JsonBuilder()
        .open()
        .member("kind", "Status")
        .member("apiVersion", "v1")
        .name("metadata")
        .raw("{}")
        .member("status", "Success")
        .name("details")
        .raw(details.toString())
        .close()
        .bytes();
  }
}
