package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which plug-ins of mutating admission run a second time. A webhook or policy that changes
 * the object requests a second round. It runs the webhooks and policies that ran before the change
 * and have {@code reinvocationPolicy: IfNeeded}.
 *
 * <p>Threads: one step of admission uses it at a time.
 */
public final class Reinvocation {
  private final Map<String, Invoked> byPlugin = new HashMap<>();
  private boolean needed;
  private boolean secondRound;

  /** Requests a second round. */
  public void require() {
    needed = true;
  }

  /** True if a plug-in has requested a second round, and it has not begun. */
  boolean needed() {
    return needed && !secondRound;
  }

  void beginSecondRound() {
    secondRound = true;
  }

  public boolean isSecondRound() {
    return secondRound;
  }

  /** Returns the webhooks or policies that a plug-in has run. */
  public Invoked of(String plugin) {
    return byPlugin.computeIfAbsent(plugin, name -> new Invoked());
  }

  /** The webhooks or policies that one plug-in has run, by their ids. */
  public static final class Invoked {
    private final Set<String> previous = new HashSet<>();
    private final Set<String> again = new HashSet<>();
    private @Nullable JsonObject lastOutput;

    /**
     * Adds the id of a webhook or policy that has run, and runs again if the object changes later.
     */
    public void add(String id) {
      previous.add(id);
    }

    /** Marks all added webhooks or policies to run in the second round. */
    public void requireAgain() {
      again.addAll(previous);
      previous.clear();
    }

    public boolean runsAgain(String id) {
      return again.contains(id);
    }

    /** Stores the object as the first round left it. */
    public void setLastOutput(@Nullable JsonObject object) {
      lastOutput = object == null ? null : object.deepCopy();
    }

    /** True if another plug-in has changed the object since {@link #setLastOutput}. */
    public boolean isChanged(@Nullable JsonObject object) {
      return lastOutput == null ? object != null : !lastOutput.equals(object);
    }
  }
}
