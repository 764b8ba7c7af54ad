/** Who is asking, and may they. */
@NullMarked
package io.listwatch.server.auth;

import org.jspecify.annotations.NullMarked;
