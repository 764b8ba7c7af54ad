/**
 * What informers know, kept in files from one run of a program to the next.
 *
 * <p>Start at {@link StoreDirectory}.
 */
@NullMarked
package io.listwatch.client.warm;

import org.jspecify.annotations.NullMarked;
