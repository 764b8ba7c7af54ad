package io.listwatch.objects.x509;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks that a certificate and a private key belong together, with Go's error messages. */
public final class KeyPairs {
  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String KEY = "PRIVATE KEY";
  private static final byte[] ANYTHING = {1};

  private KeyPairs() {}

  /**
   * Returns why the two cannot be used together; empty if they can.
   *
   * @param certificates one or more, as PEM; the first is checked
   * @param key as PEM
   */
  public static Optional<String> problem(String certificates, String key) {
    List<Map.Entry<String, String>> given = Pem.blocks(certificates);
    List<Map.Entry<String, String>> secret = Pem.blocks(key);
    if (given.stream().noneMatch(block -> block.getKey().equals(CERTIFICATE))) {
      return Optional.of(missingCertificate(types(given)));
    }
    if (secret.stream().noneMatch(KeyPairs::isKey)) {
      return Optional.of(missingKey(types(secret)));
    }
    return Optional.of(mismatch(given, secret)).filter(why -> !why.isEmpty());
  }

  private static List<String> types(List<Map.Entry<String, String>> blocks) {
    return blocks.stream().map(Map.Entry::getKey).toList();
  }

  private static boolean isKey(Map.Entry<String, String> block) {
    return block.getKey().equals(KEY) || block.getKey().endsWith(" " + KEY);
  }

  private static String missingCertificate(List<String> types) {
    if (types.isEmpty()) {
      return "tls: failed to find any PEM data in certificate input";
    }
    return types.size() == 1 && types.get(0).endsWith(KEY)
        ? "tls: failed to find certificate PEM data in certificate input, but did find a private"
            + " key; PEM inputs may have been switched"
        : "tls: failed to find \"CERTIFICATE\" PEM block in certificate input after skipping PEM"
            + " blocks of the following types: "
            + listed(types);
  }

  private static String missingKey(List<String> types) {
    if (types.isEmpty()) {
      return "tls: failed to find any PEM data in key input";
    }
    return types.equals(List.of(CERTIFICATE))
        ? "tls: found a certificate rather than a key in the PEM for the private key"
        : "tls: failed to find PEM block with type ending in \"PRIVATE KEY\" in key input after"
            + " skipping PEM blocks of the following types: "
            + listed(types);
  }

  private static String listed(List<String> types) {
    return "[" + String.join(" ", types) + "]";
  }

  /** Returns an empty string if the two match. */
  private static String mismatch(
      List<Map.Entry<String, String>> given, List<Map.Entry<String, String>> secret) {
    PublicKey open;
    try {
      byte[] content = content(first(given, CERTIFICATE));
      open =
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(content))
              .getPublicKey();
    } catch (GeneralSecurityException | RuntimeException problem) {
      // Security providers may throw anything on malformed input.
      return "x509: malformed certificate";
    }
    PrivateKey key;
    try {
      var block = secret.stream().filter(KeyPairs::isKey).findFirst().orElseThrow();
      key = Pem.key(block.getKey(), content(block.getValue()), null);
    } catch (IOException | RuntimeException problem) {
      return "tls: failed to parse private key";
    }
    if (!key.getAlgorithm().equals(open.getAlgorithm())) {
      return "tls: private key type does not match public key type";
    }
    return isPair(open, key) ? "" : "tls: private key does not match public key";
  }

  private static String first(List<Map.Entry<String, String>> blocks, String type) {
    return blocks.stream()
        .filter(block -> block.getKey().equals(type))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }

  private static byte[] content(String text) {
    return Base64.getMimeDecoder().decode(text);
  }

  /** Compares RSA keys by modulus, others by signing and verifying. */
  static boolean isPair(PublicKey open, PrivateKey key) {
    if (open instanceof RSAPublicKey one && key instanceof RSAPrivateKey other) {
      return one.getModulus().equals(other.getModulus());
    }
    try {
      var signature =
          Signature.getInstance(key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "EdDSA");
      signature.initSign(key);
      signature.update(ANYTHING);
      byte[] signed = signature.sign();
      signature.initVerify(open);
      signature.update(ANYTHING);
      return signature.verify(signed);
    } catch (GeneralSecurityException problem) {
      return false;
    }
  }
}
