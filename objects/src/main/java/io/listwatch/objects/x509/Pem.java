package io.listwatch.objects.x509;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads and writes certificates and private keys as PEM. */
public final class Pem {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");

  private static final int LINE = 64;

  private Pem() {}

  public static String of(X509Certificate certificate) {
    try {
      return text("CERTIFICATE", certificate.getEncoded());
    } catch (GeneralSecurityException problem) {
      throw new IllegalArgumentException("certificate: cannot be encoded", problem);
    }
  }

  public static String of(List<X509Certificate> chain) {
    var text = new StringBuilder();
    chain.forEach(each -> text.append(of(each)));
    return text.toString();
  }

  /**
   * Writes the key of an identity: EC keys in SEC 1, as Kubernetes' own tools do, others in PKCS#8.
   * The fabric8 client treats every PKCS#8 key as an RSA key.
   */
  public static String keyOf(Identity identity) {
    return identity.key() instanceof ECPrivateKey key
            && identity.certificate().getPublicKey() instanceof ECPublicKey publicKey
        ? text("EC PRIVATE KEY", KeyContainers.sec1(key, publicKey))
        : pkcs8(identity.key());
  }

  public static String pkcs8(PrivateKey key) {
    return text("PRIVATE KEY", key.getEncoded());
  }

  private static String text(String type, byte[] content) {
    String lines = Base64.getMimeEncoder(LINE, "\n".getBytes(US_ASCII)).encodeToString(content);
    return "-----BEGIN " + type + "-----\n" + lines + "\n-----END " + type + "-----\n";
  }

  /**
   * Reads the certificates of a file, in order.
   *
   * @throws IOException if it cannot be read or has none
   */
  public static List<X509Certificate> certificates(Path file) throws IOException {
    return certificates(Files.readString(file), file);
  }

  private static List<X509Certificate> certificates(String text, Object source) throws IOException {
    var found = new ArrayList<X509Certificate>();
    Matcher blocks = BLOCK.matcher(text);
    try {
      var factory = CertificateFactory.getInstance("X.509");
      while (blocks.find()) {
        if (blocks.group(1).equals("CERTIFICATE")) {
          var content = new ByteArrayInputStream(content(blocks, source));
          found.add((X509Certificate) factory.generateCertificate(content));
        }
      }
    } catch (GeneralSecurityException problem) {
      throw new IOException(source + ": malformed certificate", problem);
    }
    if (found.isEmpty()) {
      throw new IOException(source + ": holds no certificate (expected: PEM)");
    }
    return List.copyOf(found);
  }

  /**
   * Checks that a string contains certificates and nothing else.
   *
   * @throws IOException if not
   */
  public static void checkCertificates(String text) throws IOException {
    Matcher blocks = BLOCK.matcher(text);
    int count = 0;
    for (; blocks.find(); count++) {
      if (!blocks.group(1).equals("CERTIFICATE")) {
        throw new IOException(
            "only CERTIFICATE PEM blocks are allowed, found \"" + blocks.group(1) + "\"");
      }
      var content = new ByteArrayInputStream(content(blocks, "certificate"));
      try {
        var unused = CertificateFactory.getInstance("X.509").generateCertificate(content);
      } catch (GeneralSecurityException | RuntimeException problem) {
        // Security providers may throw anything on malformed input.
        throw new IOException("x509: malformed certificate", problem);
      }
    }
    if (count == 0) {
      throw new IOException("must contain at least one CERTIFICATE PEM block");
    }
  }

  /**
   * Returns the content of the first block.
   *
   * @throws IOException if it is of another type, or there is none
   */
  static byte[] content(String text, String type) throws IOException {
    Matcher block = BLOCK.matcher(text);
    if (!block.find() || !block.group(1).equals(type)) {
      throw new IOException("PEM block type must be " + type);
    }
    return content(block, type);
  }

  /**
   * Reads the private key of a file: PKCS#8, PKCS#1 or SEC 1, not encrypted.
   *
   * @throws IOException if it cannot be read or has none
   */
  public static PrivateKey key(Path file) throws IOException {
    return key(Files.readString(file), file);
  }

  private static PrivateKey key(String text, Object source) throws IOException {
    Matcher blocks = BLOCK.matcher(text);
    String curve = null;
    while (blocks.find()) {
      String type = blocks.group(1);
      if (type.equals("EC PARAMETERS")) {
        curve = new DerReader(content(blocks, source)).id();
      } else if (type.endsWith("PRIVATE KEY") && !type.startsWith("ENCRYPTED")) {
        return key(type, content(blocks, source), curve);
      }
    }
    throw new IOException(source + ": holds no private key (expected: PEM, not encrypted)");
  }

  /**
   * Reads a private key and its certificates from two files.
   *
   * @throws IOException if one cannot be read, or the key is not the one of the first certificate
   */
  public static Identity identity(Path key, Path certificates) throws IOException {
    var identity = new Identity(key(key), certificates(certificates));
    if (!identity.isPair()) {
      throw new IOException(
          "%s: is not the key of the certificate in %s (expected: a pair; replace both files)"
              .formatted(key, certificates));
    }
    return identity;
  }

  /**
   * Reads a private key and its certificates from two strings.
   *
   * @throws IOException if one is malformed, or the key is not the one of the first certificate
   */
  public static Identity identity(String key, String certificates) throws IOException {
    var identity = new Identity(key(key, "key"), certificates(certificates, "certificate"));
    if (!identity.isPair()) {
      throw new IOException("the key is not the one of the certificate (expected: a pair)");
    }
    return identity;
  }

  /** Returns the PEM blocks of a string: their types and undecoded contents. */
  static List<Map.Entry<String, String>> blocks(String text) {
    var found = new ArrayList<Map.Entry<String, String>>();
    Matcher blocks = BLOCK.matcher(text);
    while (blocks.find()) {
      found.add(Map.entry(blocks.group(1), blocks.group(2)));
    }
    return found;
  }

  static PrivateKey key(String type, byte[] content, @Nullable String curve) throws IOException {
    return switch (type) {
      case "RSA PRIVATE KEY" -> KeyContainers.ofPkcs1(content);
      case "EC PRIVATE KEY" -> KeyContainers.ofSec1(content, curve);
      default -> KeyContainers.ofPkcs8(content);
    };
  }

  /**
   * @param of the source, for the error message
   */
  private static byte[] content(Matcher block, Object of) throws IOException {
    try {
      return Base64.getMimeDecoder().decode(block.group(2));
    } catch (IllegalArgumentException e) {
      throw new IOException(of + ": malformed Base64", e);
    }
  }
}
