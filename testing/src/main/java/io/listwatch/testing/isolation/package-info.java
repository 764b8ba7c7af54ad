/**
 * Isolates the server from the test in the same JVM: a class loader takes the server and its
 * libraries from our own jar, so that the test's class path has none of them. Internal.
 *
 * <p>Start at {@link Isolation}.
 */
@NullMarked
package io.listwatch.testing.isolation;

import org.jspecify.annotations.NullMarked;
