/**
 * An API server for tests, in the test's own JVM.
 *
 * <p>Start at {@link ListwatchTest}, or at {@link TestServer} where there is no JUnit.
 */
@NullMarked
package io.listwatch.testing;

import org.jspecify.annotations.NullMarked;
