package io.listwatch.server.auth;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECPrivateKeySpec;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x9.ECNamedCurveTable;
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

  /**
   * A key in PKCS#8, and one on an elliptic curve in SEC 1, as Kubernetes' own tools write it: the
   * fabric8 client takes PKCS#8 for RSA whatever it holds.
   */
  public static String of(PrivateKey key) {
    return key instanceof ECPrivateKey curveKey
        ? text("EC PRIVATE KEY", sec1(curveKey))
        : text("PRIVATE KEY", key.getEncoded());
  }

  /** With the curve and the public key inside, without which some readers cannot do. */
  private static byte[] sec1(ECPrivateKey key) {
    var curve =
        (ASN1ObjectIdentifier)
            PrivateKeyInfo.getInstance(key.getEncoded()).getPrivateKeyAlgorithm().getParameters();
    var point = ECNamedCurveTable.getByOID(curve).getG().multiply(key.getS());
    var content =
        new org.bouncycastle.asn1.sec.ECPrivateKey(
            key.getParams().getOrder().bitLength(),
            key.getS(),
            new DERBitString(point.getEncoded(false)),
            curve);
    try {
      return content.getEncoded();
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
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
          return key(plain);
        }
        if (next instanceof PEMKeyPair pair) {
          return key(pair.getPrivateKeyInfo());
        }
      }
    }
    throw new IOException(file + ": holds no private key (expected: PEM, not encrypted)");
  }

  /** Made anew from what makes it: keys that differ in what else they carry are not equal. */
  private static PrivateKey key(PrivateKeyInfo info) throws IOException {
    PrivateKey key = new JcaPEMKeyConverter().getPrivateKey(info);
    if (!(key instanceof ECPrivateKey curveKey)) {
      return key;
    }
    try {
      return KeyFactory.getInstance("EC")
          .generatePrivate(new ECPrivateKeySpec(curveKey.getS(), curveKey.getParams()));
    } catch (GeneralSecurityException problem) {
      throw new IOException("a private key that cannot be read", problem);
    }
  }
}
