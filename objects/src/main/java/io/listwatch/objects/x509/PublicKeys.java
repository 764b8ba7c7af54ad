package io.listwatch.objects.x509;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads RSA and EC public keys from PEM, also those of private keys and certificates. */
public final class PublicKeys {
  private static final String CURVE = "1.2.840.10045.2.1";
  private static final String RSA = "1.2.840.113549.1.1.1";

  private PublicKeys() {}

  /**
   * Reads all keys of a file, in order.
   *
   * @throws IOException if it cannot be read, one is malformed, or there is none
   */
  public static List<PublicKey> read(Path file) throws IOException {
    var keys = new ArrayList<PublicKey>();
    for (Map.Entry<String, String> block : Pem.blocks(Files.readString(file))) {
      PublicKey key = key(block.getKey(), content(block.getValue(), file));
      if (key != null) {
        keys.add(key);
      }
    }
    if (keys.isEmpty()) {
      throw new IOException(file + ": holds no key (expected: PEM of an RSA or EC key)");
    }
    return List.copyOf(keys);
  }

  /**
   * Reads a private key and returns it with its public key.
   *
   * @throws IOException if the file cannot be read, or the key is malformed
   */
  public static KeyPair pair(Path file) throws IOException {
    PrivateKey key = Pem.key(file);
    for (Map.Entry<String, String> block : Pem.blocks(Files.readString(file))) {
      if (block.getKey().endsWith("PRIVATE KEY")) {
        return new KeyPair(ofPrivate(block.getKey(), content(block.getValue(), file)), key);
      }
    }
    throw new IOException(file + ": holds no private key (expected: PEM, not encrypted)");
  }

  private static byte[] content(String base64, Path file) throws IOException {
    try {
      return Base64.getMimeDecoder().decode(base64);
    } catch (IllegalArgumentException malformed) {
      throw new IOException(file + ": malformed Base64", malformed);
    }
  }

  /** Returns null for a block that is not a key, such as the parameters of a curve. */
  private static @Nullable PublicKey key(String type, byte[] content) throws IOException {
    return switch (type) {
      case "PUBLIC KEY" -> ofInfo(content);
      case "RSA PUBLIC KEY" -> ofInfo(info(Der.sequence(Der.id(RSA), Der.nothing()), content));
      case "CERTIFICATE" -> ofCertificate(content);
      case "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY" -> ofPrivate(type, content);
      default -> null;
    };
  }

  /** Reads a SubjectPublicKeyInfo. */
  private static PublicKey ofInfo(byte[] content) throws IOException {
    String algorithm = new DerReader(content).sequence().sequence().id();
    try {
      return KeyFactory.getInstance(algorithm.equals(CURVE) ? "EC" : "RSA")
          .generatePublic(new X509EncodedKeySpec(content));
    } catch (GeneralSecurityException malformed) {
      throw new IOException("malformed public key", malformed);
    }
  }

  private static byte[] info(byte[] algorithm, byte[] key) {
    return Der.sequence(algorithm, Der.bits(key));
  }

  private static PublicKey ofCertificate(byte[] content) throws IOException {
    try {
      return CertificateFactory.getInstance("X.509")
          .generateCertificate(new ByteArrayInputStream(content))
          .getPublicKey();
    } catch (GeneralSecurityException malformed) {
      throw new IOException("malformed certificate", malformed);
    }
  }

  private static PublicKey ofPrivate(String type, byte[] content) throws IOException {
    if (type.equals("EC PRIVATE KEY")) {
      return ofSec1(content, null);
    }
    if (type.equals("PRIVATE KEY")) {
      DerReader info = new DerReader(content).sequence();
      BigInteger unused = info.integer();
      DerReader algorithm = info.sequence();
      if (algorithm.id().equals(CURVE)) {
        return ofSec1(info.octets(), algorithm.id());
      }
    }
    return Pem.key(type, content, null) instanceof RSAPrivateCrtKey key ? ofRsa(key) : none();
  }

  private static PublicKey ofRsa(RSAPrivateCrtKey key) throws IOException {
    try {
      return KeyFactory.getInstance("RSA")
          .generatePublic(new RSAPublicKeySpec(key.getModulus(), key.getPublicExponent()));
    } catch (GeneralSecurityException malformed) {
      throw new IOException("malformed private key", malformed);
    }
  }

  /**
   * Reads the public key that an EC private key contains.
   *
   * @param otherwise the curve, if the key does not contain it; null if that is not known
   */
  private static PublicKey ofSec1(byte[] content, @Nullable String otherwise) throws IOException {
    DerReader key = new DerReader(content).sequence();
    BigInteger unused = key.integer();
    key.skip();
    String curve = key.isTagged(0) ? key.tagged(0).id() : otherwise;
    if (curve == null || !key.isTagged(1)) {
      return none();
    }
    byte[] algorithm = Der.sequence(Der.id(CURVE), Der.id(curve));
    return ofInfo(info(algorithm, key.tagged(1).bits()));
  }

  private static PublicKey none() throws IOException {
    throw new IOException(
        "private key without its public key (expected: RSA, or EC as openssl writes it)");
  }
}
