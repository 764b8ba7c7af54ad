/**
 * Reads objects that clients send in protobuf as the trees that the same objects in JSON would be,
 * and writes such trees for clients that read nothing else.
 *
 * <p>Start at {@link ProtobufEnvelope}. There are no generated classes and no descriptors: the
 * table behind {@link io.listwatch.objects.schema.BuiltInTypes} has the number of each member, and
 * its type says how it is written. {@link MessageDecoder} walks over a message with the two side by
 * side, and {@link MessageEncoder} over a tree.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.protobuf;

import org.jspecify.annotations.NullMarked;
