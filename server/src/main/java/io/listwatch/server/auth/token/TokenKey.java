package io.listwatch.server.auth.token;

import io.listwatch.objects.json.JsonObject;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A key of service account tokens. Its type decides the algorithm of new tokens, as in
 * kube-apiserver: RS256 for RSA, ES256, ES384 or ES512 for the three NIST curves.
 *
 * @param id the {@code kid}: the SHA-256 of the public key, so that it is the same on all servers
 * @param algorithm the JWS name, such as {@code RS256}
 * @param privateKey null if the key only verifies
 */
public record TokenKey(
    String id, String algorithm, PublicKey publicKey, @Nullable PrivateKey privateKey) {
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  /** The algorithms besides RS256 that a token may have, if its key is of type RSA. */
  private static final Set<String> RSA_ACCEPTED = Set.of("RS384", "RS512", "PS256");

  /** Smaller RSA keys are rejected. */
  private static final int MIN_RSA_BITS = 2_048;

  /**
   * Returns the key.
   *
   * @throws IllegalArgumentException if no token can be signed with a key of this type
   */
  public static TokenKey of(PublicKey publicKey, @Nullable PrivateKey privateKey) {
    return new TokenKey(idOf(publicKey), algorithmOf(publicKey), publicKey, privateKey);
  }

  /**
   * Returns the key that verifies a token of this algorithm. kube-apiserver signs with one
   * algorithm for each type of key, but accepts several of RSA.
   */
  TokenKey verifying(String tokenAlgorithm) {
    return algorithm.equals("RS256") && RSA_ACCEPTED.contains(tokenAlgorithm)
        ? new TokenKey(id, tokenAlgorithm, publicKey, privateKey)
        : this;
  }

  private static String idOf(PublicKey key) {
    try {
      return BASE64.encodeToString(MessageDigest.getInstance("SHA-256").digest(key.getEncoded()));
    } catch (GeneralSecurityException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static String algorithmOf(PublicKey key) {
    if (key instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() >= MIN_RSA_BITS) {
      return "RS256";
    }
    int bits = key instanceof ECPublicKey curve ? fieldBits(curve) : 0;
    return switch (bits) {
      case 256 -> "ES256";
      case 384 -> "ES384";
      case 521 -> "ES512";
      default ->
          throw new IllegalArgumentException(
              "key: %s (expected: RSA of at least %d bits, or EC on P-256, P-384 or P-521)"
                  .formatted(key.getAlgorithm(), MIN_RSA_BITS));
    };
  }

  private static int fieldBits(ECPublicKey key) {
    return key.getParams().getCurve().getField().getFieldSize();
  }

  byte[] sign(byte[] content) {
    if (privateKey == null) {
      throw new IllegalStateException("key %s: public (expected: one that signs)".formatted(id));
    }
    try {
      Signature signature = signature();
      signature.initSign(privateKey);
      signature.update(content);
      return signature.sign();
    } catch (GeneralSecurityException problem) {
      throw new IllegalStateException("key %s: cannot sign".formatted(id), problem);
    }
  }

  boolean verifies(byte[] content, byte[] signed) {
    try {
      Signature signature = signature();
      signature.initVerify(publicKey);
      signature.update(content);
      return signature.verify(signed);
    } catch (GeneralSecurityException malformed) {
      return false;
    }
  }

  /** JWS has the two numbers of an EC signature side by side, which the JDK calls P1363. */
  private Signature signature() throws GeneralSecurityException {
    int bits = Integer.parseInt(algorithm.substring(2));
    return switch (algorithm.substring(0, 2)) {
      case "RS" -> Signature.getInstance("SHA" + bits + "withRSA");
      case "PS" -> pss("SHA-" + bits, bits / 8);
      default -> Signature.getInstance("SHA" + bits + "withECDSAinP1363Format");
    };
  }

  /** The salt of RSA-PSS is as long as the hash (RFC 7518, 3.5). */
  private static Signature pss(String hash, int salt) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("RSASSA-PSS");
    signature.setParameter(
        new PSSParameterSpec(hash, "MGF1", new MGF1ParameterSpec(hash), salt, 1));
    return signature;
  }

  /** Returns the public key as a JSON Web Key, with its members in kube-apiserver's order. */
  JsonObject jwk() {
    JsonObject key = new JsonObject().put("use", "sig");
    if (publicKey instanceof RSAPublicKey rsa) {
      return key.put("kty", "RSA")
          .put("kid", id)
          .put("alg", algorithm)
          .put("n", text(rsa.getModulus(), 0))
          .put("e", text(rsa.getPublicExponent(), 0));
    }
    var curve = (ECPublicKey) publicKey;
    int bits = fieldBits(curve);
    int size = (bits + 7) / 8;
    return key.put("kty", "EC")
        .put("kid", id)
        .put("crv", "P-" + bits)
        .put("alg", algorithm)
        .put("x", text(curve.getW().getAffineX(), size))
        .put("y", text(curve.getW().getAffineY(), size));
  }

  /** Encodes a number without its sign, in at least {@code size} bytes. */
  private static String text(BigInteger number, int size) {
    byte[] signed = number.toByteArray();
    byte[] bytes = signed[0] == 0 ? Arrays.copyOfRange(signed, 1, signed.length) : signed;
    byte[] padded = new byte[Math.max(size, bytes.length)];
    System.arraycopy(bytes, 0, padded, padded.length - bytes.length, bytes.length);
    return BASE64.encodeToString(padded);
  }

  /** Omits the private key. */
  @Override
  public String toString() {
    return algorithm + " " + id;
  }
}
