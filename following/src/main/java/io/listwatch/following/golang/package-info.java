/**
 * Reads the declarations of Go source files: types, constants and functions, with the markers in
 * their comments.
 *
 * <p>Start at {@link GoFile}. It reads what Kubernetes' API packages contain, not all of Go:
 * function bodies stay tokens, and expressions are read only where a constant has a literal value.
 */
@NullMarked
package io.listwatch.following.golang;

import org.jspecify.annotations.NullMarked;
