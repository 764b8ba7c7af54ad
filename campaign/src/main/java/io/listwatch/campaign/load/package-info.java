/** Clients that write and read objects, and record the responses. */
@NullMarked
package io.listwatch.campaign.load;

import org.jspecify.annotations.NullMarked;
