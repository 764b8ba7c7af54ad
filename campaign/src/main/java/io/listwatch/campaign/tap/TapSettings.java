package io.listwatch.campaign.tap;

import io.listwatch.campaign.engine.ApiServer;
import io.listwatch.campaign.load.Lister;
import io.listwatch.campaign.load.RoundRecord;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a tap.
 *
 * @param color the label to select; null for all objects
 * @param position the version to resume from; 0 to list first
 */
public record TapSettings(
    String name,
    ApiServer server,
    @Nullable String color,
    Lister lister,
    RoundRecord record,
    Random random,
    long position) {}
