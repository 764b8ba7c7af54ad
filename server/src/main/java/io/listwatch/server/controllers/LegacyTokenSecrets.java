package io.listwatch.server.controllers;

import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.json.JsonPath;
import io.listwatch.model.ConflictException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.token.TokenIssuer;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Fills secrets of type {@code kubernetes.io/service-account-token} with a token, like the token
 * controller of kube-controller-manager, and deletes those of accounts that do not exist.
 */
final class LegacyTokenSecrets implements Reconciler<LegacyTokenSecrets.TokenSecret> {
  static final String TYPE = "kubernetes.io/service-account-token";

  private static final String NAME = "kubernetes.io/service-account.name";
  private static final String UID = "kubernetes.io/service-account.uid";
  private static final JsonPath ACCOUNT = JsonPath.of("metadata.annotations['" + NAME + "']");
  private static final JsonPath ACCOUNT_UID = JsonPath.of("metadata.annotations['" + UID + "']");

  private final LiveObjects objects;
  private final TokenIssuer issuer;
  private final String authority;
  private final ResourceDefinition secrets;
  private final ResourceDefinition accounts;

  /**
   * @param authority the PEM of the certificate authority; empty to add none
   */
  LegacyTokenSecrets(LiveObjects objects, TokenIssuer issuer, String authority) {
    this.objects = objects;
    this.issuer = issuer;
    this.authority = authority;
    this.secrets = objects.builtIn("", "v1", "secrets");
    this.accounts = objects.builtIn("", "v1", "serviceaccounts");
  }

  /**
   * A secret and the account that it names.
   *
   * @param account the name; the secret may be gone
   */
  record TokenSecret(ResourceKey key, String account) {
    static TokenSecret of(Resource secret) {
      return new TokenSecret(secret.key(), secret.text(ACCOUNT).orElse(""));
    }

    /** True if this is the secret of that account. */
    boolean isOf(ResourceKey other) {
      return other.equals(new ResourceKey(key.namespace(), account));
    }
  }

  @Override
  public Reconciliation reconcile(TokenSecret request) throws InterruptedException {
    if (request.account.isEmpty()) {
      return Reconciliation.done();
    }
    var accountKey = new ResourceKey(request.key.namespace(), request.account);
    Resource account = objects.get(accounts, accountKey).orElse(null);
    Resource secret = objects.get(secrets, request.key).orElse(null);
    try {
      if (secret == null) {
        removeReference(account, request.key.name());
      } else if (account == null || isOfAnother(secret, account)) {
        objects.delete(secrets, secret, PropagationPolicy.BACKGROUND);
      } else {
        fill(secret, account);
      }
      return Reconciliation.done();
    } catch (NotFoundException gone) {
      return Reconciliation.done();
    } catch (ConflictException changed) {
      return Reconciliation.retry();
    }
  }

  private static boolean isOfAnother(Resource secret, Resource account) {
    String uid = secret.text(ACCOUNT_UID).orElse("");
    return !uid.isEmpty() && !uid.equals(account.uid().orElse(""));
  }

  private void fill(Resource secret, Resource account) throws InterruptedException {
    JsonObject filled = LiveObjects.tree(secret);
    if (!filled.path("type").asText().equals(TYPE)) {
      return;
    }
    JsonObject data = filled.withObject("data");
    String namespace = String.valueOf(secret.key().namespace());
    boolean changed = set(data, "namespace", namespace, data.path("namespace").asText().isEmpty());
    changed |=
        set(
            data,
            "ca.crt",
            authority,
            !authority.isEmpty() && !data.path("ca.crt").asText().equals(encoded(authority)));
    if (data.path("token").asText().isEmpty()) {
      String token =
          Stages.await(
              issuer.issueLegacy(
                  namespace, secret.key().name(), account.key().name(), account.uid().orElse("")));
      changed |= set(data, "token", token, true);
    }
    if (changed) {
      filled
          .withObject("metadata", "annotations")
          .put(NAME, account.key().name())
          .put(UID, account.uid().orElse(""));
      objects.update(secrets, secret.key(), "", filled);
    }
  }

  private static boolean set(JsonObject data, String key, String value, boolean missing) {
    if (missing) {
      data.put(key, encoded(value));
    }
    return missing;
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private void removeReference(@Nullable Resource account, String secret)
      throws InterruptedException {
    if (account == null) {
      return;
    }
    JsonObject object = LiveObjects.tree(account);
    JsonArray kept = new JsonArray();
    for (JsonValue each : object.path("secrets")) {
      if (!each.path("name").asText().equals(secret)) {
        kept.add(each);
      }
    }
    if (kept.size() < object.path("secrets").size()) {
      object.set("secrets", kept);
      objects.update(accounts, account.key(), "", object);
    }
  }
}
