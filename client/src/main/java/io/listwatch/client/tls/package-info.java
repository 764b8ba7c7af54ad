/**
 * TLS for clients: certificates and keys in PEM, and the JDK's SSL contexts.
 *
 * <p>Start at {@link TlsSettings}; {@link TlsContexts} creates the contexts.
 */
@NullMarked
package io.listwatch.client.tls;

import org.jspecify.annotations.NullMarked;
