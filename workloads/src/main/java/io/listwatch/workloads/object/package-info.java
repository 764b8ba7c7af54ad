/**
 * Objects as the controllers read and write them: trees of JSON with accessors for what all kinds
 * share. Pure functions. Internal.
 *
 * <p>Start at {@link ApiObject}.
 */
@NullMarked
package io.listwatch.workloads.object;

import org.jspecify.annotations.NullMarked;
