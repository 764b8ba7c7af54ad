/**
 * What a connection is secured with: keys and certificates as PEM has them, and the JDK's TLS made
 * of them.
 *
 * <p>Start at {@link TlsSettings}, which says what to use; {@link TlsContexts} makes it.
 */
@NullMarked
package io.listwatch.client.tls;

import org.jspecify.annotations.NullMarked;
