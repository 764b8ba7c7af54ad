package io.listwatch.objects.x509;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Encodings of private keys: PKCS#8, which Java reads; PKCS#1 for RSA and SEC 1 for EC keys, which
 * other tools write.
 */
final class KeyContainers {
  private static final String RSA = "1.2.840.113549.1.1.1";
  private static final String CURVE = "1.2.840.10045.2.1";

  private KeyContainers() {}

  static PrivateKey ofPkcs1(byte[] content) throws IOException {
    byte[] algorithm = Der.sequence(Der.id(RSA), Der.nothing());
    return ofPkcs8(Der.sequence(Der.integer(0), algorithm, Der.octets(content)));
  }

  /**
   * Parses an EC key.
   *
   * @param otherwise the curve, if the key does not contain it; null if that is not known
   */
  static PrivateKey ofSec1(byte[] content, @Nullable String otherwise) throws IOException {
    DerReader key = new DerReader(content).sequence();
    BigInteger unused = key.integer();
    key.skip();
    String curve = key.isTagged(0) ? key.tagged(0).id() : otherwise;
    if (curve == null) {
      throw new IOException(
          "EC private key without a curve (expected: a curve in the key, or EC PARAMETERS before"
              + " it)");
    }
    byte[] algorithm = Der.sequence(Der.id(CURVE), Der.id(curve));
    return ofPkcs8(Der.sequence(Der.integer(0), algorithm, Der.octets(content)));
  }

  static PrivateKey ofPkcs8(byte[] content) throws IOException {
    DerReader info = new DerReader(content).sequence();
    BigInteger unused = info.integer();
    String algorithm = info.sequence().id();
    try {
      PrivateKey key =
          KeyFactory.getInstance(javaName(algorithm))
              .generatePrivate(new PKCS8EncodedKeySpec(content));
      return key instanceof ECPrivateKey curveKey ? plain(curveKey) : key;
    } catch (GeneralSecurityException e) {
      throw new IOException("malformed private key", e);
    }
  }

  private static String javaName(String algorithm) {
    return switch (algorithm) {
      case RSA -> "RSA";
      case CURVE -> "EC";
      default -> algorithm;
    };
  }

  /**
   * Rebuilds the key from its number and curve, because {@code equals} of keys compares optional
   * attributes, too.
   */
  private static PrivateKey plain(ECPrivateKey key) throws GeneralSecurityException {
    return KeyFactory.getInstance("EC")
        .generatePrivate(new ECPrivateKeySpec(key.getS(), key.getParams()));
  }

  /** Includes the optional curve and public key: some parsers reject SEC 1 keys without them. */
  static byte[] sec1(ECPrivateKey key, ECPublicKey publicKey) {
    int size = (key.getParams().getCurve().getField().getFieldSize() + 7) / 8;
    return Der.sequence(
        Der.integer(1),
        Der.octets(fixed(key.getS(), size)),
        Der.tagged(0, Der.id(curveOf(publicKey))),
        Der.tagged(1, Der.bits(uncompressed(publicKey.getW(), size))));
  }

  private static String curveOf(ECPublicKey key) {
    try {
      DerReader algorithm = new DerReader(key.getEncoded()).sequence().sequence();
      algorithm.skip();
      return algorithm.id();
    } catch (IOException e) {
      throw new IllegalArgumentException("malformed EC public key (expected: a named curve)", e);
    }
  }

  private static byte[] uncompressed(ECPoint point, int size) {
    byte[] encoded = new byte[1 + 2 * size];
    encoded[0] = 4;
    System.arraycopy(fixed(point.getAffineX(), size), 0, encoded, 1, size);
    System.arraycopy(fixed(point.getAffineY(), size), 0, encoded, 1 + size, size);
    return encoded;
  }

  /** Returns a non-negative number in exactly {@code size} bytes. */
  private static byte[] fixed(BigInteger number, int size) {
    byte[] bytes = number.toByteArray();
    return bytes.length > size
        ? Arrays.copyOfRange(bytes, bytes.length - size, bytes.length)
        : padded(bytes, size);
  }

  private static byte[] padded(byte[] bytes, int size) {
    byte[] padded = new byte[size];
    System.arraycopy(bytes, 0, padded, size - bytes.length, bytes.length);
    return padded;
  }
}
