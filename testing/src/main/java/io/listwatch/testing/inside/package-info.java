/**
 * The far side of the wall: what runs a server for a test, in a class loader that the test does not
 * see. Internal.
 *
 * <p>Start at {@link Servers}. Nothing here may be used but through {@code
 * io.listwatch.testing.seam}.
 */
@NullMarked
package io.listwatch.testing.inside;

import org.jspecify.annotations.NullMarked;
