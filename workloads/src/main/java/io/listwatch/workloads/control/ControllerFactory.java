package io.listwatch.workloads.control;

import io.listwatch.controller.Controller;

/** Creates one controller, not started yet. Every controller package has one. */
@FunctionalInterface
public interface ControllerFactory {
  Controller<?> create(ControllerContext context);
}
