package io.listwatch.server.controllers;

import io.listwatch.objects.x509.CertificateAuthority;
import java.time.Duration;

/** Signs the approved CertificateSigningRequests of Kubernetes' own signers. */
public final class CertificateSigning {
  private final CertificateAuthority authority;
  private final Duration maxValidity;

  private CertificateSigning(CertificateAuthority authority, Duration maxValidity) {
    this.authority = authority;
    this.maxValidity = maxValidity;
  }

  /**
   * Internal: for the program.
   *
   * @param authority that signs; the server must accept its client certificates
   * @param maxValidity of a certificate; a request may ask for less
   */
  public static CertificateSigning by(CertificateAuthority authority, Duration maxValidity) {
    return new CertificateSigning(authority, maxValidity);
  }

  CertificateAuthority authority() {
    return authority;
  }

  Duration maxValidity() {
    return maxValidity;
  }
}
