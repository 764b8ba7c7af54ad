/**
 * Writes: from the object that a client sent to the object that is stored.
 *
 * <pre>
 *   POST   ObjectWrites ─▶ ObjectDecoder ─▶ WritePrerequisites ─▶ CreateTransition
 *   PUT    ObjectWrites ─▶ WritePrerequisites ─▶ UpdateTransition, of a FullReplacement
 *   PATCH  ObjectWrites ─▶ WritePrerequisites ─▶ UpdateTransition, of a PatchChange or ApplyChange
 *
 *   a transition:  decode, default ─▶ mutating admission ─▶ BeforeCreate or BeforeUpdate
 *                  ─▶ validating admission ─▶ store
 * </pre>
 *
 * <p>Start at {@link ObjectWrites}. The storage retries a transition after a conflict, with the
 * newer object.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.write;

import org.jspecify.annotations.NullMarked;
