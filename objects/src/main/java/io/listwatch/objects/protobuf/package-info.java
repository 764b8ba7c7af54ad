/**
 * Decodes the protobuf bodies of clients to the trees of the same objects in JSON, and encodes
 * objects for clients that prefer protobuf.
 *
 * <p>Start at {@link ProtobufEnvelope}. There are no generated classes and no descriptors: the type
 * table behind {@link io.listwatch.objects.schema.BuiltInTypes} has the number and type of each
 * member. {@link MessageDecoder} reads a message with it, {@link MessageTranscoder} writes one.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.protobuf;

import org.jspecify.annotations.NullMarked;
