@NullMarked
package io.listwatch.campaign.powerloss;

import org.jspecify.annotations.NullMarked;
