/** Clients that watch, and record what was delivered. */
@NullMarked
package io.listwatch.campaign.tap;

import org.jspecify.annotations.NullMarked;
