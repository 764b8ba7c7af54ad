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
  /** Returns a seed for a test that makes its own inputs: the same in every run, or a new one. */
  public static long seed(Class<?> test) {
    return isExploring() ? System.nanoTime() : test.getName().hashCode();
  }

  private static boolean isExploring() {
    return System.getProperty("explore") != null;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    if (!isExploring() && context.attributes().seed().isEmpty()) {
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
