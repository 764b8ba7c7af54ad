/**
 * Interfaces shared by both class loaders, the test's and the isolated server's. Their methods use
 * only the JDK's types. Internal.
 *
 * <p>Start at {@link IsolatedServer}.
 */
@NullMarked
package io.listwatch.testing.seam;

import org.jspecify.annotations.NullMarked;
