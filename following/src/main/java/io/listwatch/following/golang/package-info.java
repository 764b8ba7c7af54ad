/**
 * Parses the declarations of Go source files: types, constants and functions, with the markers in
 * their comments.
 *
 * <p>Start at {@link GoFile}. The parser supports Go as Kubernetes' API packages use it. Function
 * bodies stay tokens, and expressions are read only where a constant has a literal value.
 */
@NullMarked
package io.listwatch.following.golang;

import org.jspecify.annotations.NullMarked;
