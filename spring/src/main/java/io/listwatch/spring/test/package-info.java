/**
 * A test slice: an API server in the test's JVM for an application's informers and controllers.
 *
 * <p>Start at {@link ListwatchSliceTest}. Needs {@code listwatch-testing} in the tests' class path.
 */
@NullMarked
package io.listwatch.spring.test;

import org.jspecify.annotations.NullMarked;
