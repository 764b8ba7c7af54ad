/** Servers and their storage, as processes that can be killed. */
@NullMarked
package io.listwatch.campaign.engine;

import org.jspecify.annotations.NullMarked;
