/**
 * What is served: the resources, by what they are called and what can be done with them.
 *
 * <p>Start at {@link io.listwatch.server.registry.ResourceRegistry}, which knows them all, and
 * {@link io.listwatch.server.registry.ResourceDefinition}, which is what it knows of each. What is
 * done with their objects is done in the rooms below, of which {@code verbs} is the door:
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
