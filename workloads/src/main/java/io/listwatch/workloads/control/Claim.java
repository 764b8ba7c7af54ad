package io.listwatch.workloads.control;

import io.listwatch.selector.LabelSelector;
import io.listwatch.workloads.object.ApiObject;

/** A controller's action on an object that it may control. */
public enum Claim {
  /** The owner already controls the object, and selects it. */
  KEEP,
  /** The object has no controller, and the owner selects it. */
  ADOPT,
  /** The owner controls the object, but no longer selects it. */
  RELEASE,
  /** The owner neither controls nor adopts the object. */
  IGNORE;

  /** Decides about an object, as kube-controller-manager's ControllerRefManager does. */
  public static Claim of(ApiObject owner, LabelSelector selector, ApiObject object) {
    boolean selected = selector.matches(object.labels());
    if (object.isControlledBy(owner)) {
      return selected ? KEEP : owner.terminating() ? IGNORE : RELEASE;
    }
    boolean free = object.controller().isEmpty() && !object.terminating();
    return free && selected && !owner.terminating() ? ADOPT : IGNORE;
  }
}
