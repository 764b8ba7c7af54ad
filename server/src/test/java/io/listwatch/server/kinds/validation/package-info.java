@NullMarked
package io.listwatch.server.kinds.validation;

import org.jspecify.annotations.NullMarked;
