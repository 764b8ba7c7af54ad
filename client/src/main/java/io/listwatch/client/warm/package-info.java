/**
 * Saves the stores of informers in files, from which the next run of a program resumes.
 *
 * <p>Start at {@link StoreDirectory}.
 */
@NullMarked
package io.listwatch.client.warm;

import org.jspecify.annotations.NullMarked;
