package io.listwatch.server.auth.token;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.MalformedJsonException;
import java.util.Base64;
import java.util.Optional;

/**
 * A JSON Web Signature in its compact form (RFC 7515): a header, a JSON payload and a signature.
 *
 * <p>Supports only what the tokens of users and service accounts need: the algorithm follows from
 * the key and never from the header, keys are never taken from the header, and critical extensions
 * are rejected.
 */
public final class Jws {
  /** In characters: far more than any token has, and short enough for the headers of a request. */
  static final int MAX_LENGTH = 32 * 1024;

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

  private final JsonObject header;
  private final JsonObject payload;
  private final String signed;
  private final byte[] signature;

  private Jws(JsonObject header, JsonObject payload, String signed, byte[] signature) {
    this.header = header;
    this.payload = payload;
    this.signed = signed;
    this.signature = signature;
  }

  /** Parses a token; empty if it is not in the compact form. */
  public static Optional<Jws> parse(String token) {
    String[] parts = token.length() > MAX_LENGTH ? new String[0] : token.split("\\.", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    try {
      return JsonTrees.parse(decoded(parts[0])).tree() instanceof JsonObject header
              && JsonTrees.parse(decoded(parts[1])).tree() instanceof JsonObject payload
          ? Optional.of(new Jws(header, payload, parts[0] + "." + parts[1], decoded(parts[2])))
          : Optional.empty();
    } catch (MalformedJsonException | IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  /** Rejects padding, which the JDK would accept, so that a token has only one encoding. */
  private static byte[] decoded(String text) {
    if (text.endsWith("=")) {
      throw new IllegalArgumentException("base64 with padding (expected: without)");
    }
    return DECODER.decode(text);
  }

  /** Returns the token with this payload. */
  static String sign(JsonObject payload, TokenKey key) {
    JsonObject header = new JsonObject().put("alg", key.algorithm()).put("kid", key.id());
    String content = encoded(header) + "." + encoded(payload);
    return content + "." + ENCODER.encodeToString(key.sign(content.getBytes(US_ASCII)));
  }

  private static String encoded(JsonObject object) {
    return ENCODER.encodeToString(JsonTrees.write(object).getBytes(UTF_8));
  }

  /** Returns the payload. It is not verified until {@link #isSignedWith} has returned true. */
  public JsonObject payload() {
    return payload;
  }

  /** Returns the id of the signing key; empty if the header has none. */
  public String keyId() {
    return header.path("kid").isText() ? header.path("kid").asText() : "";
  }

  /** Returns the algorithm that the header names; empty if there is none. */
  String algorithm() {
    return header.path("alg").asText();
  }

  public boolean isSignedWith(TokenKey key) {
    return algorithm().equals(key.algorithm())
        && !header.has("crit")
        && key.verifies(signed.getBytes(US_ASCII), signature);
  }
}
