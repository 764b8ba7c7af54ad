/**
 * API discovery: the documents that list groups, versions and resources.
 *
 * <p>Start at {@link io.listwatch.server.registry.discovery.DiscoveryDocuments}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.discovery;

import org.jspecify.annotations.NullMarked;
