package io.listwatch.server.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.server.apply.JsonPatch;
import io.listwatch.server.apply.MergePatch;
import io.listwatch.server.apply.PatchException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A change that a client describes by the difference that it makes. */
final class Patched implements Change {
  private final ServedKind kind;
  private final String name;
  private final Patch patch;

  Patched(ServedKind kind, String name, Patch patch) {
    this.kind = kind;
    this.name = name;
    this.patch = patch;
    checkType();
  }

  private void checkType() {
    if (patch.type() == Patch.Type.STRATEGIC && kind.definition().custom()) {
      throw Refusals.unsupportedMediaType(
          Stream.of(Patch.Type.JSON, Patch.Type.MERGE, Patch.Type.APPLY)
              .map(Patch.Type::mediaType)
              .toList());
    }
    if (patch.type() == Patch.Type.STRATEGIC || patch.type() == Patch.Type.APPLY) {
      throw Refusals.notImplemented("the patch type " + patch.type().mediaType());
    }
  }

  @Override
  public ObjectNode of(@Nullable ObjectNode old) {
    if (old == null) {
      throw Refusals.notFound(kind.type(), name);
    }
    try {
      return patch.type() == Patch.Type.JSON
          ? JsonPatch.apply(old, patch.body())
          : MergePatch.apply(old, patch.body());
    } catch (PatchException e) {
      throw refused(e);
    }
  }

  private static ApiException refused(PatchException problem) {
    return switch (problem.kind()) {
      case MALFORMED -> Refusals.badRequest(String.valueOf(problem.getMessage()));
      case DOES_NOT_APPLY -> Refusals.rejected();
      case TOO_MANY_OPERATIONS ->
          Status.of(
                  413, StatusReason.REQUEST_ENTITY_TOO_LARGE, String.valueOf(problem.getMessage()))
              .toException();
    };
  }
}
