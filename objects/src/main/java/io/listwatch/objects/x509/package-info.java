/**
 * X.509: certificates, private keys and certificate signing requests, as DER and PEM.
 *
 * <p>Start at {@link Pem} to read them, at {@link NewCertificate} to create a certificate, and at
 * {@link SigningRequest} to verify a request.
 *
 * <p>Internal but for {@link Identity}.
 */
@NullMarked
package io.listwatch.objects.x509;

import org.jspecify.annotations.NullMarked;
