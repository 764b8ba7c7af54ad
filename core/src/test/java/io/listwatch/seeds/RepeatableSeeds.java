package io.listwatch.seeds;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Gives each property the same inputs in every run, so that the result depends only on the commit.
 *
 * <p>With {@code -Dexplore} each run tries new inputs. Registered as a service, so it applies in
 * every module whose tests use core's test jar.
 */
public final class RepeatableSeeds implements AroundPropertyHook {
  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    if (!TestSeeds.isExploring() && context.attributes().seed().isEmpty()) {
      String name = context.containerClass().getName() + "." + context.targetMethod().getName();
      context.attributes().setSeed(Integer.toString(name.hashCode()));
    }
    return property.execute();
  }

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }
}
