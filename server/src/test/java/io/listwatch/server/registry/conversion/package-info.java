@NullMarked
package io.listwatch.server.registry.conversion;

import org.jspecify.annotations.NullMarked;
