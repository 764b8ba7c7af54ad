/**
 * Faults on demand, for those who test clients: what a network, a proxy or a busy server may do to
 * them, when the test says so.
 *
 * <p>Start at {@link FaultControl}, which {@link FaultCommands} are given to. A fault that is armed
 * is an {@link Effect} on the requests or streams of a {@link FaultMatch}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.faults;

import org.jspecify.annotations.NullMarked;
