/**
 * The storage engine for many machines: an existing etcd cluster.
 *
 * <p>Start at {@link EtcdStorage}. Reads are {@link EtcdReader}'s, writes {@link EtcdWriter}'s, and
 * a watch is one {@link EtcdWatch} over any number of {@link WatchStream}s.
 */
@NullMarked
package io.listwatch.storage.etcd;

import org.jspecify.annotations.NullMarked;
