package io.listwatch.client.tls;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Parses private keys: RSA in PKCS#1, elliptic curves in SEC 1, and all in PKCS#8, to which the
 * others are converted because the JDK reads only that.
 */
final class PrivateKeys {
  private static final byte[] VERSION_0 = {Der.INTEGER, 1, 0};

  /** The OID {@code rsaEncryption} with NULL parameters. */
  private static final byte[] RSA = HexFormat.of().parseHex("06092a864886f70d0101010500");

  /** The OID {@code id-ecPublicKey}; the curve's OID follows. */
  private static final byte[] ELLIPTIC = HexFormat.of().parseHex("06072a8648ce3d0201");

  private PrivateKeys() {}

  /** Returns the first private key of a PEM file. */
  static PrivateKey read(byte[] pem) {
    for (PemBlock block : PemBlock.parse(pem)) {
      byte[] pkcs8 = pkcs8(block);
      if (pkcs8 != null) {
        return read(block.label(), pkcs8);
      }
    }
    throw new IllegalArgumentException("key: none (expected: a private key as PEM)");
  }

  private static byte @Nullable [] pkcs8(PemBlock block) {
    if (block.label().equals("ENCRYPTED PRIVATE KEY") || block.headers().contains("ENCRYPTED")) {
      throw new IllegalArgumentException("key: encrypted (expected: an unencrypted private key)");
    }
    try {
      return switch (block.label()) {
        case "PRIVATE KEY" -> normalized(block.der());
        case "RSA PRIVATE KEY" -> pkcs8(RSA, block.der());
        case "EC PRIVATE KEY" -> pkcs8(curve(block.der()), block.der());
        default -> null;
      };
    } catch (BufferUnderflowException | IndexOutOfBoundsException cutOff) {
      throw new IllegalArgumentException(
          "key: truncated (expected: a complete private key)", cutOff);
    }
  }

  private static byte[] pkcs8(byte[] algorithm, byte[] key) {
    return Der.element(
        Der.SEQUENCE,
        VERSION_0,
        Der.element(Der.SEQUENCE, algorithm),
        Der.element(Der.OCTETS, key));
  }

  /** Removes the optional fields of newer versions, which the JDK does not read. */
  private static byte[] normalized(byte[] pkcs8) {
    ByteBuffer info = Der.enter(ByteBuffer.wrap(pkcs8), Der.SEQUENCE);
    Der.enter(info, Der.INTEGER);
    byte[] algorithm = Der.bytes(Der.enter(info, Der.SEQUENCE));
    return pkcs8(algorithm, Der.bytes(Der.enter(info, Der.OCTETS)));
  }

  /** Returns the algorithm identifier with the curve, which a SEC 1 key names in its parameters. */
  private static byte[] curve(byte[] key) {
    ByteBuffer parameters = Der.find(Der.enter(ByteBuffer.wrap(key), Der.SEQUENCE), Der.TAGGED);
    if (parameters == null) {
      throw new IllegalArgumentException(
          "key: no curve (expected: a named curve in the parameters)");
    }
    byte[] name = Der.element(Der.OBJECT_ID, Der.bytes(Der.enter(parameters, Der.OBJECT_ID)));
    return ByteBuffer.allocate(ELLIPTIC.length + name.length).put(ELLIPTIC).put(name).array();
  }

  private static PrivateKey read(String label, byte[] pkcs8) {
    String algorithm = algorithm(pkcs8);
    try {
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "key: a %s that cannot be read as %s (expected: a valid one)".formatted(label, algorithm),
          e);
    }
  }

  private static String algorithm(byte[] pkcs8) {
    ByteBuffer info = Der.enter(ByteBuffer.wrap(pkcs8), Der.SEQUENCE);
    Der.enter(info, Der.INTEGER);
    ByteBuffer algorithm = Der.enter(info, Der.SEQUENCE);
    String id = HexFormat.of().formatHex(Der.bytes(Der.enter(algorithm, Der.OBJECT_ID)));
    return switch (id) {
      case "2a864886f70d010101" -> "RSA";
      case "2a864886f70d01010a" -> "RSASSA-PSS";
      case "2a8648ce3d0201" -> "EC";
      case "2b6570", "2b6571" -> "EdDSA";
      default ->
          throw new IllegalArgumentException(
              "key: algorithm " + id + " (expected: RSA, an elliptic curve or Ed25519)");
    };
  }
}
