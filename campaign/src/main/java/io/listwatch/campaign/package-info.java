/** The campaign: rounds of load and faults, each followed by a check of what clients saw. */
@NullMarked
package io.listwatch.campaign;

import org.jspecify.annotations.NullMarked;
