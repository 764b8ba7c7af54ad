/** Right: null-marked. */
@NullMarked
package io.listwatch.testing.wrong.controller;

import org.jspecify.annotations.NullMarked;
