/**
 * The encoding of certificates and keys, ASN.1's DER: as much of it as is needed to write
 * certificates and to put keys from one container into another.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.auth.der;

import org.jspecify.annotations.NullMarked;
