package io.listwatch.fabric8;

import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;

/** Recognizes calls of fabric8 operations that write an object and return its new state. */
final class OwnWrite {
  private static final Set<String> METHODS =
      Set.of(
          "create",
          "createOr",
          "createOrReplace",
          "update",
          "updateStatus",
          "replace",
          "replaceStatus",
          "patch",
          "patchStatus",
          "edit",
          "editStatus",
          "accept",
          "serverSideApply",
          "unlock");

  private OwnWrite() {}

  /** True if the method writes an object, unless the call is a dry run. */
  static boolean is(Object target, Method method, Object[] arguments) {
    return METHODS.contains(method.getName())
        && !InformedOperation.isDryRun(target)
        && List.of(arguments).stream().noneMatch(OwnWrite::isDryRun);
  }

  private static boolean isDryRun(Object argument) {
    return argument instanceof PatchContext patch
        && patch.getDryRun() != null
        && !patch.getDryRun().isEmpty();
  }
}
