package io.listwatch.client.tls;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/** Parses the certificates in a PEM file. */
final class Certificates {
  private Certificates() {}

  /** Returns all certificates in order; at least one. */
  static List<X509Certificate> read(byte[] pem) {
    var certificates = new ArrayList<X509Certificate>();
    try {
      var factory = CertificateFactory.getInstance("X.509");
      for (PemBlock block : PemBlock.parse(pem)) {
        if (block.label().endsWith("CERTIFICATE")) {
          var der = new ByteArrayInputStream(block.der());
          certificates.add((X509Certificate) factory.generateCertificate(der));
        }
      }
    } catch (CertificateException e) {
      throw new IllegalArgumentException("certificate: cannot be read (expected: X.509 as PEM)", e);
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException("certificate: none (expected: X.509 as PEM)");
    }
    return certificates;
  }
}
