/** Tests of the injected faults, as clients see them. */
@NullMarked
package io.listwatch.testing.faults;

import org.jspecify.annotations.NullMarked;
