/**
 * What is known on both sides of the wall between a test and the server in its JVM: interfaces
 * whose methods speak of the JDK's types alone. Internal.
 *
 * <p>Start at {@link ServerInside}.
 */
@NullMarked
package io.listwatch.testing.seam;

import org.jspecify.annotations.NullMarked;
