/**
 * The reflector: lists once, then watches, and writes the objects and their changes to a store.
 *
 * <p>Start at {@link Reflector}. It depends only on a {@link ListerWatcher} and a {@link
 * ReflectorStore}, which is why the server, informers and agents can share it.
 */
@NullMarked
package io.listwatch.reflector;

import org.jspecify.annotations.NullMarked;
