/**
 * Structural schemas of custom resources.
 *
 * <p>Start at {@link StructuralSchema}, which is parsed once from a definition. The other classes
 * apply it to an object: {@link Pruning} drops unknown fields, {@link Defaulting} fills in
 * defaults, {@link QuickValidation} validates quickly and {@link Validation} produces the errors,
 * {@link ListIdentity} finds duplicate list items. {@link StructuralCheck} validates a schema
 * itself.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.schema.structural;

import org.jspecify.annotations.NullMarked;
