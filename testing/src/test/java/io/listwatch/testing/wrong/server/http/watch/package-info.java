/** Watches. Internal but for {@link Promised}. */
@NullMarked
package io.listwatch.testing.wrong.server.http.watch;

import org.jspecify.annotations.NullMarked;
