/** The storage engine for many machines: an existing etcd cluster. */
@NullMarked
package io.listwatch.storage.etcd;

import org.jspecify.annotations.NullMarked;
