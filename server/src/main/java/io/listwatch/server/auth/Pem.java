package io.listwatch.server.auth;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;
import org.bouncycastle.util.io.pem.PemWriter;

/** Certificates and keys in the text form in which files and kubeconfigs carry them. */
public final class Pem {
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

  public static String of(PrivateKey key) {
    return text("PRIVATE KEY", key.getEncoded());
  }

  private static String text(String type, byte[] content) {
    var text = new StringWriter();
    try (var out = new PemWriter(text)) {
      out.writeObject(new PemObject(type, content));
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    return text.toString();
  }

  /**
   * The certificates of a file, in its order.
   *
   * @throws IOException if it cannot be read or has none
   */
  public static List<X509Certificate> certificates(Path file) throws IOException {
    var found = new ArrayList<X509Certificate>();
    try (var in = new PemReader(Files.newBufferedReader(file))) {
      var factory = CertificateFactory.getInstance("X.509");
      for (PemObject next = in.readPemObject(); next != null; next = in.readPemObject()) {
        if (next.getType().equals("CERTIFICATE")) {
          var content = new ByteArrayInputStream(next.getContent());
          found.add((X509Certificate) factory.generateCertificate(content));
        }
      }
    } catch (GeneralSecurityException problem) {
      throw new IOException(file + ": holds a certificate that cannot be read", problem);
    }
    if (found.isEmpty()) {
      throw new IOException(file + ": holds no certificate (expected: PEM)");
    }
    return List.copyOf(found);
  }

  /**
   * The private key of a file: PKCS#8, PKCS#1 or SEC 1, not encrypted.
   *
   * @throws IOException if it cannot be read or has none
   */
  public static PrivateKey key(Path file) throws IOException {
    try (var in = new PEMParser(new StringReader(Files.readString(file)))) {
      for (Object next = in.readObject(); next != null; next = in.readObject()) {
        if (next instanceof PrivateKeyInfo plain) {
          return new JcaPEMKeyConverter().getPrivateKey(plain);
        }
        if (next instanceof PEMKeyPair pair) {
          return new JcaPEMKeyConverter().getKeyPair(pair).getPrivate();
        }
      }
    }
    throw new IOException(file + ": holds no private key (expected: PEM, not encrypted)");
  }
}
