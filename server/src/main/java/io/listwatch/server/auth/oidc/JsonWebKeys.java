package io.listwatch.server.auth.oidc;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.token.TokenKey;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/** Reads the RSA and EC keys of a JSON Web Key Set (RFC 7517). Other keys are left out. */
final class JsonWebKeys {
  private static final int MIN_RSA_BITS = 2_048;
  private static final int MAX_RSA_BITS = 16_384;

  /** The maximum number of keys, more than any issuer has. */
  private static final int MAX_KEYS = 200;

  private JsonWebKeys() {}

  /** Returns each key once for every allowed algorithm that it may sign with. */
  static List<TokenKey> read(JsonValue set, Set<String> allowed) {
    var keys = new ArrayList<TokenKey>();
    int count = 0;
    for (JsonValue each : set.path("keys")) {
      String use = each.path("use").asText();
      if (count++ < MAX_KEYS && (use.isEmpty() || use.equals("sig"))) {
        add(each, allowed, keys);
      }
    }
    return keys;
  }

  private static void add(JsonValue key, Set<String> allowed, List<TokenKey> keys) {
    try {
      String kind = key.path("kty").asText();
      PublicKey read =
          switch (kind) {
            case "RSA" -> rsa(key);
            case "EC" -> curve(key);
            default -> null;
          };
      if (read == null) {
        return;
      }
      String named = key.path("alg").asText();
      for (String each : algorithms(kind, key.path("crv").asText())) {
        if (allowed.contains(each) && (named.isEmpty() || named.equals(each))) {
          keys.add(new TokenKey(key.path("kid").asText(), each, read, null));
        }
      }
    } catch (GeneralSecurityException | IllegalArgumentException malformed) {
      // Leave out a key that cannot be read.
    }
  }

  private static List<String> algorithms(String kind, String curve) {
    if (kind.equals("RSA")) {
      return List.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512");
    }
    return switch (curve) {
      case "P-256" -> List.of("ES256");
      case "P-384" -> List.of("ES384");
      default -> List.of("ES512");
    };
  }

  private static PublicKey rsa(JsonValue key) throws GeneralSecurityException {
    BigInteger modulus = number(key, "n");
    if (modulus.bitLength() < MIN_RSA_BITS || modulus.bitLength() > MAX_RSA_BITS) {
      throw new GeneralSecurityException("RSA key of %d bits".formatted(modulus.bitLength()));
    }
    return KeyFactory.getInstance("RSA")
        .generatePublic(new RSAPublicKeySpec(modulus, number(key, "e")));
  }

  private static PublicKey curve(JsonValue key) throws GeneralSecurityException {
    String name =
        switch (key.path("crv").asText()) {
          case "P-256" -> "secp256r1";
          case "P-384" -> "secp384r1";
          case "P-521" -> "secp521r1";
          default -> throw new GeneralSecurityException("unknown curve");
        };
    var parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(new ECGenParameterSpec(name));
    return KeyFactory.getInstance("EC")
        .generatePublic(
            new ECPublicKeySpec(
                new ECPoint(number(key, "x"), number(key, "y")),
                parameters.getParameterSpec(ECParameterSpec.class)));
  }

  private static BigInteger number(JsonValue key, String member) {
    return new BigInteger(1, Base64.getUrlDecoder().decode(key.path(member).asText()));
  }
}
