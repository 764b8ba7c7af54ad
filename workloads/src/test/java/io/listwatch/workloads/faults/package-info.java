/** Tests of the controllers while their requests and watches fail. */
@NullMarked
package io.listwatch.workloads.faults;

import org.jspecify.annotations.NullMarked;
