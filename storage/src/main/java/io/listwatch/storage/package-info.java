/**
 * Bytes and revisions, nothing else: the contract of what keeps the objects.
 *
 * <p>Start at {@link Storage}.
 */
@NullMarked
package io.listwatch.storage;

import org.jspecify.annotations.NullMarked;
