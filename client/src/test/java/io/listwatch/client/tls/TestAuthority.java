package io.listwatch.client.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.StringWriter;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;

/** A certificate authority for tests. */
public final class TestAuthority {
  private static final Instant SINCE = Instant.parse("2020-01-01T00:00:00Z");
  private static final Instant UNTIL = Instant.parse("2120-01-01T00:00:00Z");

  private final KeyPair keys = keys("EC", 256);
  private final X509Certificate certificate;
  private int serial = 1;

  public TestAuthority() throws Exception {
    certificate = sign("CN=authority", keys, List.of(), true);
  }

  public static KeyPair keys(String algorithm, int size) throws Exception {
    var generator = KeyPairGenerator.getInstance(algorithm);
    if (size > 0) {
      generator.initialize(size);
    }
    return generator.generateKeyPair();
  }

  /** Issues a certificate with subject alternative names, each {@code dns:…} or {@code ip:…}. */
  public X509Certificate issue(String subject, KeyPair subjectKeys, String... names)
      throws Exception {
    return sign(subject, subjectKeys, List.of(names), false);
  }

  private X509Certificate sign(
      String subject, KeyPair subjectKeys, List<String> names, boolean authority) throws Exception {
    var builder =
        new JcaX509v3CertificateBuilder(
            new X500Name("CN=authority"),
            BigInteger.valueOf(serial++),
            Date.from(SINCE),
            Date.from(UNTIL),
            new X500Name(subject),
            subjectKeys.getPublic());
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
    if (!names.isEmpty()) {
      GeneralName[] all = names.stream().map(TestAuthority::name).toArray(GeneralName[]::new);
      builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(all));
    }
    var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate());
    return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
  }

  private static GeneralName name(String text) {
    String value = text.substring(text.indexOf(':') + 1);
    return new GeneralName(
        text.startsWith("ip:") ? GeneralName.iPAddress : GeneralName.dNSName, value);
  }

  public X509Certificate certificate() {
    return certificate;
  }

  /**
   * Returns an SSL context of a server with this certificate, which accepts client certificates of
   * this CA.
   */
  public SSLContext server(X509Certificate own, KeyPair ownKeys) throws Exception {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("own", ownKeys.getPrivate(), new char[0], new Certificate[] {own});
    store.setCertificateEntry("authority", certificate);
    var keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keyManagers.init(store, new char[0]);
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(keyManagers.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  /** Returns PEM in OpenSSL's format: RSA keys as PKCS#1, elliptic curve keys as SEC 1. */
  public static byte[] pem(Object object) throws Exception {
    return object instanceof ECPrivateKey key ? write(sec1(key)) : write(object);
  }

  /**
   * Returns a SEC 1 key with the optional curve, which the JDK's keys have only in the PKCS#8
   * wrapper.
   */
  private static PemObject sec1(ECPrivateKey key) throws Exception {
    var curve = PrivateKeyInfo.getInstance(key.getEncoded()).getPrivateKeyAlgorithm();
    int bits = key.getParams().getOrder().bitLength();
    var sec1 = new org.bouncycastle.asn1.sec.ECPrivateKey(bits, key.getS(), curve.getParameters());
    return new PemObject("EC PRIVATE KEY", sec1.getEncoded());
  }

  private static byte[] write(Object object) throws Exception {
    var text = new StringWriter();
    try (var writer = new JcaPEMWriter(text)) {
      writer.writeObject(object);
    }
    return text.toString().getBytes(US_ASCII);
  }
}
