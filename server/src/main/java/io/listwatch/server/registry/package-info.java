/**
 * What is served: the resources, and the verbs on them.
 *
 * <p>Start at {@link io.listwatch.server.registry.ResourceRegistry}, which knows the resources, and
 * {@link io.listwatch.server.registry.ResourceVerbs}, which does something with them.
 */
@NullMarked
package io.listwatch.server.registry;

import org.jspecify.annotations.NullMarked;
