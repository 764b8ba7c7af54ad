/**
 * Informers: one watch keeps a collection in memory for any number of readers and handlers.
 *
 * <p>Start at {@link InformerFactory}, which creates {@link Informer}s. Handlers and readers get
 * {@link View}s of objects: bytes with a header, decoded into the user's class on demand.
 */
@NullMarked
package io.listwatch.informer;

import org.jspecify.annotations.NullMarked;
