/** The project that docs/tutorial.md builds. */
@NullMarked
package io.listwatch.testing.tutorial;

import org.jspecify.annotations.NullMarked;
