/**
 * The entry point of the API server, {@link io.listwatch.server.ApiServer}, and the wiring of its
 * parts.
 */
@NullMarked
package io.listwatch.server;

import org.jspecify.annotations.NullMarked;
