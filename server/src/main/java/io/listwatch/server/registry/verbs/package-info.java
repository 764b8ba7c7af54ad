/**
 * What can be done with objects, and on the paths below them.
 *
 * <p>Start at {@link io.listwatch.server.registry.verbs.ResourceVerbs}, the one door for requests
 * and for the server's own controllers. Who answers below an object's path is a {@link
 * io.listwatch.server.registry.verbs.SubresourceVerbs}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.verbs;

import org.jspecify.annotations.NullMarked;
