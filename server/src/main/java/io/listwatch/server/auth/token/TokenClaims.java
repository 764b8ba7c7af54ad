package io.listwatch.server.auth.token;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a service account token. Times are seconds since 1970.
 *
 * @param audiences empty for those of the server that verifies the token
 * @param notAfter 0 if the token does not expire
 * @param warnAfter when the holder should have got a new token; 0 for never
 * @param tokenId the {@code jti}; empty if there is none
 * @param pod the pod that the token is bound to; null if there is none
 * @param secret the secret that the token is bound to; null if there is none
 * @param node the node of the pod, or the node that the token is bound to; null if there is none
 */
public record TokenClaims(
    String namespace,
    Reference account,
    List<String> audiences,
    long issuedAt,
    long notBefore,
    long notAfter,
    long warnAfter,
    String tokenId,
    @Nullable Reference pod,
    @Nullable Reference secret,
    @Nullable Reference node) {
  private static final String KUBERNETES = "kubernetes.io";

  public TokenClaims {
    audiences = List.copyOf(audiences);
  }

  /**
   * An object that the token names.
   *
   * @param uid empty if unknown
   */
  public record Reference(String name, String uid) {
    private static @Nullable Reference read(JsonValue value) {
      return value.isObject()
          ? new Reference(value.path("name").asText(), value.path("uid").asText())
          : null;
    }

    private JsonObject json() {
      JsonObject object = new JsonObject().put("name", name);
      return uid.isEmpty() ? object : object.put("uid", uid);
    }
  }

  /** Reads the payload of a token. Missing claims are empty. */
  static TokenClaims read(JsonObject payload) {
    JsonValue kubernetes = payload.path(KUBERNETES);
    Reference account = Reference.read(kubernetes.path("serviceaccount"));
    return new TokenClaims(
        kubernetes.path("namespace").asText(),
        account == null ? new Reference("", "") : account,
        audiences(payload.path("aud")),
        payload.path("iat").asLong(),
        payload.path("nbf").asLong(),
        payload.path("exp").asLong(),
        kubernetes.path("warnafter").asLong(),
        payload.path("jti").asText(),
        Reference.read(kubernetes.path("pod")),
        Reference.read(kubernetes.path("secret")),
        Reference.read(kubernetes.path("node")));
  }

  /** A single audience may be a string. */
  static List<String> audiences(JsonValue claim) {
    if (claim.isText()) {
      return List.of(claim.asText());
    }
    var audiences = new ArrayList<String>();
    claim.forEach(each -> audiences.add(each.asText()));
    return audiences;
  }

  /** Returns the payload of a token, with its claims in kube-apiserver's order. */
  JsonObject payload(String issuer) {
    JsonObject payload = new JsonObject();
    JsonArray audience = payload.putArray("aud");
    audiences.forEach(audience::add);
    payload.put("exp", notAfter).put("iat", issuedAt).put("iss", issuer).put("jti", tokenId);
    JsonObject kubernetes = payload.putObject(KUBERNETES).put("namespace", namespace);
    set(kubernetes, "node", node);
    set(kubernetes, "pod", pod);
    set(kubernetes, "secret", secret);
    set(kubernetes, "serviceaccount", account);
    if (warnAfter != 0) {
      kubernetes.put("warnafter", warnAfter);
    }
    return payload.put("nbf", notBefore).put("sub", userName());
  }

  private static void set(JsonObject into, String member, @Nullable Reference reference) {
    if (reference != null) {
      into.set(member, reference.json());
    }
  }

  String userName() {
    return AccountUsers.name(namespace, account.name());
  }
}
