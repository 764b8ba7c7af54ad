/**
 * Runs a server for a test, in a class loader that the test does not see. Internal.
 *
 * <p>Start at {@link MemoryServerFactory}. Other packages reach this one only through {@code
 * io.listwatch.testing.seam}.
 */
@NullMarked
package io.listwatch.testing.inside;

import org.jspecify.annotations.NullMarked;
