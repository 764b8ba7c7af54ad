/**
 * Fault injection for tests of clients: drops, delays, stale reads and other faults of networks,
 * proxies and busy servers.
 *
 * <p>Start at {@link FaultControl}, which executes {@link FaultCommands}. An armed fault is an
 * {@link Effect} on the requests or streams that its {@link FaultMatch} matches.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.faults;

import org.jspecify.annotations.NullMarked;
