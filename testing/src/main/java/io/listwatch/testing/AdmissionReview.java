package io.listwatch.testing;

import java.util.HashMap;
import java.util.Map;

/**
 * A request that a webhook of a test reviews. The request is allowed unless the webhook denies it.
 *
 * <p>Belongs to the thread that calls the webhook.
 */
public final class AdmissionReview {
  private final Map<String, String> request;
  private final Map<String, String> response = new HashMap<>();

  AdmissionReview(Map<String, String> request) {
    this.request = request;
  }

  /** Returns CREATE, UPDATE, DELETE or CONNECT. */
  public String operation() {
    return text("operation");
  }

  /** Returns the namespace; empty for a cluster-scoped object. */
  public String namespace() {
    return text("namespace");
  }

  /** Returns the name; empty if the server generates it. */
  public String name() {
    return text("name");
  }

  /** Returns the subresource, such as {@code status}; empty for the object itself. */
  public String subresource() {
    return text("subresource");
  }

  /** Returns the name of the user. */
  public String user() {
    return text("user");
  }

  public boolean dryRun() {
    return Boolean.parseBoolean(text("dryRun"));
  }

  /** Returns the object as JSON; empty for a delete. */
  public String object() {
    return text("object");
  }

  /** Returns the object before the write as JSON; empty for a create. */
  public String oldObject() {
    return text("oldObject");
  }

  /** Returns the whole AdmissionReview as JSON, as a webhook receives it over HTTPS. */
  public String json() {
    return text("review");
  }

  private String text(String name) {
    return request.getOrDefault(name, "");
  }

  /** Denies the request. */
  public void deny(String message) {
    response.put("denied", message);
  }

  /** Changes the object by a JSON patch (RFC 6902). Only a mutating webhook may. */
  public void patch(String jsonPatch) {
    response.put("patch", jsonPatch);
  }

  /** Sends the client a warning. */
  public void warn(String message) {
    response.put("warning", message);
  }

  /**
   * Responds with a whole AdmissionReview of {@code admission.k8s.io/v1}, such as the handler of an
   * operator returns for {@link #json}. Replaces the effects of the other methods.
   *
   * @param json with {@code response}, whose {@code uid} is that of the request
   */
  public void respond(String json) {
    response.put("review", json);
  }

  Map<String, String> response() {
    return Map.copyOf(response);
  }
}
