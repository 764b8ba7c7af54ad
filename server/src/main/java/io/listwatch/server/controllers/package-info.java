/**
 * The built-in controllers: they finish deletions that take more than one step, and create the
 * objects that every cluster has.
 *
 * <p>Start at {@link io.listwatch.server.controllers.BuiltInControllers}. Each controller is a
 * reconciler that acts through the verbs as any client would. Its input comes from informers of
 * served resources, and from one reflector of the metadata of all objects.
 *
 * <p>Internal but for {@link BuiltInController}, {@link CertificateSigning} and {@link
 * ControllerSettings}.
 */
@NullMarked
package io.listwatch.server.controllers;

import org.jspecify.annotations.NullMarked;
