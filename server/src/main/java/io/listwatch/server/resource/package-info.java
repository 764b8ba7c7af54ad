/** Where stored bytes become resources and back: what the layers above read and write. */
@NullMarked
package io.listwatch.server.resource;

import org.jspecify.annotations.NullMarked;
