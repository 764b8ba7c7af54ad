package io.listwatch.server.controllers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.model.ConflictException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.objects.schema.Times;
import io.listwatch.objects.x509.Pem;
import io.listwatch.objects.x509.SigningRequest;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Signs approved CertificateSigningRequests of Kubernetes' own signers, and approves client
 * certificates of nodes whose requester may have them, like kube-controller-manager.
 */
final class CertificateRequests implements Reconciler<ResourceKey> {
  private static final String GROUP = "certificates.k8s.io";
  private static final String PLURAL = "certificatesigningrequests";
  private static final Duration MIN_VALIDITY = Duration.ofMinutes(10);

  private final LiveObjects objects;
  private final CertificateSigning signing;
  private final Authorizer authorizer;
  private final Timers timers;
  private final ResourceDefinition definition;

  /**
   * @param authorizer decides which certificates of nodes are approved
   */
  CertificateRequests(
      LiveObjects objects, CertificateSigning signing, Authorizer authorizer, Timers timers) {
    this.objects = objects;
    this.signing = signing;
    this.authorizer = authorizer;
    this.timers = timers;
    this.definition = objects.builtIn(GROUP, "v1", PLURAL);
  }

  /** True if there may be something to do for a request. */
  static boolean isOpen(Resource request) {
    JsonObject object = LiveObjects.tree(request);
    return object.at("/status/certificate").asText().isEmpty()
        && SignerRules.knows(object.at("/spec/signerName").asText())
        && !hasCondition(object, "Denied")
        && !hasCondition(object, "Failed");
  }

  private static boolean hasCondition(JsonObject request, String type) {
    for (JsonValue each : request.at("/status/conditions")) {
      if (each.path("type").asText().equals(type)
          && !each.path("status").asText().equals("False")) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws InterruptedException {
    Optional<Resource> found = objects.get(definition, key).filter(CertificateRequests::isOpen);
    if (found.isEmpty()) {
      return Reconciliation.done();
    }
    JsonObject object = LiveObjects.tree(found.get());
    try {
      if (hasCondition(object, "Approved")) {
        sign(key, object);
      } else {
        approve(key, object);
      }
      return Reconciliation.done();
    } catch (NotFoundException deleted) {
      return Reconciliation.done();
    } catch (ConflictException changed) {
      return Reconciliation.retry();
    }
  }

  private void sign(ResourceKey key, JsonObject object) throws InterruptedException {
    JsonObject status = object.withObject("status");
    try {
      SigningRequest request = request(object);
      List<String> usages = strings(object.at("/spec/usages"));
      String problem = SignerRules.problem(object.at("/spec/signerName").asText(), request, usages);
      if (problem.isEmpty()) {
        X509Certificate certificate =
            signing.authority().sign(request, usages, timers.now(), validity(object));
        status.put(
            "certificate",
            Base64.getEncoder().encodeToString(Pem.of(certificate).getBytes(US_ASCII)));
      } else {
        addCondition(status, "Failed", "SignerValidationFailure", problem);
      }
    } catch (IOException | IllegalArgumentException malformed) {
      addCondition(
          status, "Failed", "SignerValidationFailure", String.valueOf(malformed.getMessage()));
    }
    objects.update(definition, key, "status", object);
  }

  private static SigningRequest request(JsonObject object) throws IOException {
    byte[] pem = Base64.getDecoder().decode(object.at("/spec/request").asText());
    return SigningRequest.verified(new String(pem, US_ASCII));
  }

  private Duration validity(JsonObject object) {
    JsonValue seconds = object.at("/spec/expirationSeconds");
    Duration asked = Duration.ofSeconds(seconds.asLong());
    if (seconds.isMissing() || asked.compareTo(signing.maxValidity()) > 0) {
      return signing.maxValidity();
    }
    return asked.compareTo(MIN_VALIDITY) < 0 ? MIN_VALIDITY : asked;
  }

  /** Approves the client certificate of a node: its own, or one that the requester may create. */
  private void approve(ResourceKey key, JsonObject object) throws InterruptedException {
    if (!object.at("/spec/signerName").asText().equals(SignerRules.KUBELET_CLIENT)) {
      return;
    }
    String username = object.at("/spec/username").asText();
    try {
      SigningRequest request = request(object);
      List<String> usages = strings(object.at("/spec/usages"));
      if (!SignerRules.problem(SignerRules.KUBELET_CLIENT, request, usages).isEmpty()) {
        return;
      }
      if (request.commonName().equals(username) && mayCreate(object, "selfnodeclient")) {
        approve(key, object, "Auto approving self kubelet client certificate");
      } else if (mayCreate(object, "nodeclient")) {
        approve(key, object, "Auto approving kubelet client certificate");
      }
    } catch (IOException | IllegalArgumentException malformed) {
      // Left for an administrator to approve.
    }
  }

  private void approve(ResourceKey key, JsonObject object, String message)
      throws InterruptedException {
    addCondition(
        object.withObject("status"),
        "Approved",
        "AutoApproved",
        message + " after SubjectAccessReview.");
    objects.update(definition, key, "approval", object);
  }

  private boolean mayCreate(JsonObject object, String subresource) throws InterruptedException {
    var access =
        new AccessRequest(
            requester(object), Verb.CREATE.word(), GROUP, "*", PLURAL, subresource, null, null, "");
    return Stages.await(authorizer.decide(access)).allowed();
  }

  private static UserInfo requester(JsonObject object) {
    JsonValue spec = object.path("spec");
    Map<String, List<String>> extra = new HashMap<>();
    spec.path("extra")
        .properties()
        .forEach(each -> extra.put(each.getKey(), strings(each.getValue())));
    return new UserInfo(
        spec.path("username").asText(),
        spec.path("uid").asText(),
        strings(spec.path("groups")),
        extra);
  }

  private static List<String> strings(JsonValue array) {
    var strings = new ArrayList<String>();
    array.forEach(each -> strings.add(each.asText()));
    return strings;
  }

  private void addCondition(JsonObject status, String type, String reason, String message) {
    JsonArray conditions =
        status.get("conditions") instanceof JsonArray known ? known : status.putArray("conditions");
    conditions
        .addObject()
        .put("type", type)
        .put("status", "True")
        .put("reason", reason)
        .put("message", message)
        .put("lastUpdateTime", Times.seconds(timers.now()));
  }
}
