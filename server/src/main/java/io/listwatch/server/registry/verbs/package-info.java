/**
 * The verbs on objects and their subresources.
 *
 * <p>Start at {@link io.listwatch.server.registry.verbs.ResourceVerbs}, the entry point for
 * requests and for the server's own controllers. A {@link
 * io.listwatch.server.registry.verbs.SubresourceVerbs} implements one subresource.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.verbs;

import org.jspecify.annotations.NullMarked;
