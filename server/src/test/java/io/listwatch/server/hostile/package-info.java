/**
 * Requests that no client would send, to a whole server.
 *
 * <p>Start at {@link io.listwatch.server.hostile.HostileRequestsTest}.
 */
@NullMarked
package io.listwatch.server.hostile;

import org.jspecify.annotations.NullMarked;
