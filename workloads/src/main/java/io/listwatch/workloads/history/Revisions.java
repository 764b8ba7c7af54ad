package io.listwatch.workloads.history;

import io.listwatch.workloads.object.ApiObject;
import java.util.List;

/**
 * The revisions of one owner.
 *
 * @param all the revisions that existed, oldest first
 * @param update the revision of the owner's current template; new ones are not in {@code all}
 * @param collisions how often a name was taken by a revision of another template
 */
public record Revisions(List<ApiObject> all, ApiObject update, int collisions) {
  public Revisions {
    all = List.copyOf(all);
  }

  /** Returns the revision of that name, or {@link #update} if there is none. */
  public ApiObject named(String name) {
    return all.stream().filter(each -> each.name().equals(name)).findFirst().orElse(update);
  }
}
