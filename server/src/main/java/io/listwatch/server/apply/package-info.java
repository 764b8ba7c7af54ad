/**
 * How objects change: patches, which are functions from an object and a text to an object.
 *
 * <p>Start at {@link JsonPatch} and {@link MergePatch}.
 */
@NullMarked
package io.listwatch.server.apply;

import org.jspecify.annotations.NullMarked;
