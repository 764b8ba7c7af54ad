/**
 * The registry of served resources: their names, versions, verbs and subresources.
 *
 * <p>Start at {@link io.listwatch.server.registry.ResourceRegistry}, which holds one {@link
 * io.listwatch.server.registry.ResourceDefinition} for each resource and version. The subpackages
 * implement the verbs on their objects, and {@code verbs} is their entry point:
 *
 * <pre>
 *   verbs ──▶ write, delete ──▶ strategy ──▶ conversion, metadata
 * </pre>
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry;

import org.jspecify.annotations.NullMarked;
