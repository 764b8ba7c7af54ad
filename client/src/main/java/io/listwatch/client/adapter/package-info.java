/**
 * The parts that adapters of other clients' informers share. Internal.
 *
 * <p>Start at {@link DecodedStore}.
 */
@NullMarked
package io.listwatch.client.adapter;

import org.jspecify.annotations.NullMarked;
