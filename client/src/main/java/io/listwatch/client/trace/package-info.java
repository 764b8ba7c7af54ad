/**
 * Shows the informers and controllers of a program on the console of its server.
 *
 * <p>Start at {@link TraceUpload}.
 */
@NullMarked
package io.listwatch.client.trace;

import org.jspecify.annotations.NullMarked;
