/**
 * Structural schemas: what a user says about the objects of a kind of their own.
 *
 * <p>Start at {@link StructuralSchema}, which is read once from a definition and then asked. What
 * is done with it are walks over an object: {@link Pruning} drops what is not declared, {@link
 * Defaulting} fills in what is missing, {@link Fitness} sees whether all is well and {@link
 * Validation} says what is not, {@link ListIdentity} finds items that are there twice. {@link
 * StructuralCheck} says what is wrong with a schema itself. {@link GoPattern} compiles regular
 * expressions, those of rules as well.
 */
@NullMarked
package io.listwatch.server.schema.structural;

import org.jspecify.annotations.NullMarked;
