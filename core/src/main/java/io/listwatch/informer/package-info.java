/**
 * A collection kept in memory and told about: one watch for any number of readers and handlers.
 *
 * <p>Start at {@link InformerFactory}, which hands out {@link Informer}s. A handler and a reader
 * get {@link View}s of objects: bytes with a header, decoded into the user's class when the user
 * asks.
 */
@NullMarked
package io.listwatch.informer;

import org.jspecify.annotations.NullMarked;
