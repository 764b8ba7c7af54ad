/**
 * Where stored bytes become resources and back: what the layers above read and write.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.resource;

import org.jspecify.annotations.NullMarked;
