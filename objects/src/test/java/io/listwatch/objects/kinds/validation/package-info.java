@NullMarked
package io.listwatch.objects.kinds.validation;

import org.jspecify.annotations.NullMarked;
