/**
 * What clients read to learn which resources there are.
 *
 * <p>Start at {@link io.listwatch.server.registry.discovery.DiscoveryDocuments}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.discovery;

import org.jspecify.annotations.NullMarked;
