/** The API server's front door, where everything is wired. */
@NullMarked
package io.listwatch.server;

import org.jspecify.annotations.NullMarked;
