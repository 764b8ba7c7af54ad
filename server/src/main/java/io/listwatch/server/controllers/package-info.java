/**
 * What a live API needs to finish its own work: deletions that take more than one step, and the
 * objects that everybody expects to be there.
 *
 * <p>Start at {@link io.listwatch.server.controllers.BuiltInControllers}. Each is a reconciler that
 * acts through the verbs as any client would. What it looks at comes from two sources: informers of
 * what is served, and one reflector that follows the metadata of all objects there are.
 *
 * <p>Internal but for {@link BuiltInController} and {@link ControllerSettings}.
 */
@NullMarked
package io.listwatch.server.controllers;

import org.jspecify.annotations.NullMarked;
