/**
 * Recorded and normalized exchanges with kube-apiserver, and the code that replays them against
 * this server.
 *
 * <p>Start at {@link io.listwatch.server.transcript.Step}.
 */
@NullMarked
package io.listwatch.server.transcript;

import org.jspecify.annotations.NullMarked;
