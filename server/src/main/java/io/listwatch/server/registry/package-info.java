/** What is served: the resources, and the verbs on them. */
@NullMarked
package io.listwatch.server.registry;

import org.jspecify.annotations.NullMarked;
