/**
 * Simulated power losses: records the disk writes of a process, and replays them up to any moment
 * without some of the unsynced ones.
 */
@NullMarked
package io.listwatch.campaign.powerloss;

import org.jspecify.annotations.NullMarked;
