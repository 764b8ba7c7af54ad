/** Bytes. Internal. */
package io.listwatch.testing.wrong.client.wire;
