@NullMarked
package io.listwatch.campaign.history;

import org.jspecify.annotations.NullMarked;
