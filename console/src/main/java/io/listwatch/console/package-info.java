/**
 * The console: a page in the browser that shows list-watch, and the figures of the last hour that
 * it plots. The page itself is in the resources: plain ES modules, without a build step.
 *
 * <p>Start at {@link Console}. Internal.
 */
@NullMarked
package io.listwatch.console;

import org.jspecify.annotations.NullMarked;
