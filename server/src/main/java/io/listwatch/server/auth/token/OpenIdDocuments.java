package io.listwatch.server.auth.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The documents with which other programs verify service account tokens: the OpenID Connect
 * discovery document and the key set.
 *
 * <p>Thread-safe. Never blocks.
 */
public final class OpenIdDocuments {
  /** The path of the key set. */
  public static final String KEYS_PATH = "/openid/v1/jwks";

  private final TokenSettings settings;
  private final TokenKeySource keys;
  private final Supplier<String> address;

  /**
   * @param address host and port of this server, as other programs reach it
   */
  public OpenIdDocuments(TokenSettings settings, TokenKeySource keys, Supplier<String> address) {
    this.settings = settings;
    this.keys = keys;
    this.address = address;
  }

  public CompletionStage<byte[]> configuration() {
    return keys.signing().thenApply(this::configuration);
  }

  private byte[] configuration(TokenKeys known) {
    String uri =
        settings.jwksUri().isEmpty() ? "https://" + address.get() + KEYS_PATH : settings.jwksUri();
    JsonObject document =
        new JsonObject().put("issuer", settings.issuers().get(0)).put("jwks_uri", uri);
    document.putArray("response_types_supported").add("id_token");
    document.putArray("subject_types_supported").add("public");
    JsonArray algorithms = document.putArray("id_token_signing_alg_values_supported");
    known.all().stream().map(TokenKey::algorithm).distinct().sorted().forEach(algorithms::add);
    return bytes(document);
  }

  public CompletionStage<byte[]> keySet() {
    return keys.signing().thenApply(OpenIdDocuments::keySet);
  }

  private static byte[] keySet(TokenKeys known) {
    JsonObject document = new JsonObject();
    JsonArray array = document.putArray("keys");
    known.all().forEach(each -> array.add(each.jwk()));
    return bytes(document);
  }

  private static byte[] bytes(JsonObject document) {
    return JsonTrees.write(document).getBytes(UTF_8);
  }
}
