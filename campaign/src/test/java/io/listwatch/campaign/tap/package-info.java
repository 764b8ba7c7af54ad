/** Tests of the parsers of watches. */
@NullMarked
package io.listwatch.campaign.tap;

import org.jspecify.annotations.NullMarked;
