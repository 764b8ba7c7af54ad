/**
 * The campaign: rounds of load and faults, each followed by a check of all observations of clients.
 */
@NullMarked
package io.listwatch.campaign;

import org.jspecify.annotations.NullMarked;
