/**
 * The pump of the house: list once, then watch, and write what was seen into a store.
 *
 * <p>Start at {@link Reflector}. It knows a {@link ListerWatcher} and a {@link ReflectorStore} and
 * nothing else, which is why the server, informers and agents can share it.
 */
@NullMarked
package io.listwatch.reflector;

import org.jspecify.annotations.NullMarked;
