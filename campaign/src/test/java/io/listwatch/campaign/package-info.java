@NullMarked
package io.listwatch.campaign;

import org.jspecify.annotations.NullMarked;
