/** The faults: they kill and pause servers and break disks and networks. */
@NullMarked
package io.listwatch.campaign.fault;

import org.jspecify.annotations.NullMarked;
