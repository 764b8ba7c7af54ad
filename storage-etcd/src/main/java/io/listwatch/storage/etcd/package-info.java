/**
 * The storage engine for many machines, on an existing etcd cluster.
 *
 * <p>Start at {@link EtcdStorage}. {@link EtcdReader} reads, {@link EtcdWriter} writes, and an
 * {@link EtcdWatch} is one watch over any number of {@link WatchStream}s.
 */
@NullMarked
package io.listwatch.storage.etcd;

import org.jspecify.annotations.NullMarked;
