/**
 * The house looking at itself.
 *
 * <p>Start at {@link ArchitectureTest}; the rules it applies are {@link HouseRules}.
 */
@NullMarked
package io.listwatch.testing;

import org.jspecify.annotations.NullMarked;
