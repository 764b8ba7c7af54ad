package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.kinds.validation.CertificateStatusRules;
import io.listwatch.objects.kinds.validation.PodPartRules;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.server.registry.strategy.NamespaceStrategy;
import io.listwatch.server.registry.strategy.PodParts;
import io.listwatch.server.registry.strategy.Strategy;
import java.util.List;

/** Which part of an object a change is about; the rest stays as it is. */
public enum ObjectPart {
  WHOLE("") {
    @Override
    void prepare(Strategy strategy, ObjectNode next, ObjectNode old) {
      strategy.prepareUpdate(next, old);
    }

    @Override
    void admit(Strategy strategy, ObjectNode next, ObjectNode old) {
      strategy.admit(next, old);
    }
  },

  STATUS("status") {
    @Override
    void prepare(Strategy strategy, ObjectNode next, ObjectNode old) {
      strategy.prepareStatusUpdate(next, old);
    }

    @Override
    void validate(
        Strategy strategy,
        ObjectNode next,
        ObjectNode old,
        List<FieldError> errors,
        List<String> warnings) {
      strategy.validateStatusUpdate(next, old, errors, warnings);
    }

    @Override
    void admit(Strategy strategy, ObjectNode next, ObjectNode old) {
      strategy.admitStatus(next, old);
    }

    @Override
    List<String> warnings(Strategy strategy, ObjectNode next, ObjectNode old) {
      return strategy.statusWarnings(next, old);
    }
  },

  /** What was decided about a request for a certificate. */
  APPROVAL("approval") {
    @Override
    void prepare(Strategy strategy, ObjectNode next, ObjectNode old) {
      strategy.prepareStatusUpdate(next, old);
    }

    @Override
    void validate(
        Strategy strategy,
        ObjectNode next,
        ObjectNode old,
        List<FieldError> errors,
        List<String> warnings) {
      CertificateStatusRules.checkApproval(next, old, errors);
    }

    @Override
    void admit(Strategy strategy, ObjectNode next, ObjectNode old) {
      strategy.admitStatus(next, old);
    }
  },

  /** Only replicas differ, so that whatever a change of the whole does is right. */
  SCALE("scale") {
    @Override
    void prepare(Strategy strategy, ObjectNode next, ObjectNode old) {
      strategy.prepareUpdate(next, old);
    }
  },

  /** What holds a namespace back. */
  FINALIZE("finalize") {
    @Override
    void prepare(Strategy strategy, ObjectNode next, ObjectNode old) {
      NamespaceStrategy.prepareFinalize(next, old);
    }

    @Override
    void validate(
        Strategy strategy,
        ObjectNode next,
        ObjectNode old,
        List<FieldError> errors,
        List<String> warnings) {
      // Names of finalizers are all there is, and a namespace is let go by giving none.
    }
  },

  /** Who looks on in a pod. */
  EPHEMERAL_CONTAINERS("ephemeralcontainers") {
    @Override
    void prepare(Strategy strategy, ObjectNode next, ObjectNode old) {
      PodParts.takeEphemeralContainers(strategy, next, old);
    }

    @Override
    void validate(
        Strategy strategy,
        ObjectNode next,
        ObjectNode old,
        List<FieldError> errors,
        List<String> warnings) {
      PodPartRules.checkEphemeralContainers(next, old, errors);
    }
  },

  /** What the containers of a pod get. */
  RESIZE("resize") {
    @Override
    void prepare(Strategy strategy, ObjectNode next, ObjectNode old) {
      PodParts.takeResources(strategy, next, old);
    }

    @Override
    void validate(
        Strategy strategy,
        ObjectNode next,
        ObjectNode old,
        List<FieldError> errors,
        List<String> warnings) {
      PodPartRules.checkResize(next, old, errors);
    }
  },

  /** Where a pod runs. */
  BINDING("binding") {
    @Override
    boolean ownDoing() {
      return true;
    }
  },

  /** That a pod is to leave. */
  EVICTION("eviction") {
    @Override
    boolean ownDoing() {
      return true;
    }
  };

  private final String subresource;

  ObjectPart(String subresource) {
    this.subresource = subresource;
  }

  /** The end of the part's path; empty for the whole. */
  String subresource() {
    return subresource;
  }

  /**
   * Whether the change is made by the server itself, in spec and status alike, and may be one that
   * no client may make. Nobody comes to own it.
   */
  boolean ownDoing() {
    return false;
  }

  /** Puts back what this part is not about, and decides what the server decides. */
  void prepare(Strategy strategy, ObjectNode next, ObjectNode old) {}

  /** Says what is wrong with the change, beyond metadata. */
  void validate(
      Strategy strategy,
      ObjectNode next,
      ObjectNode old,
      List<FieldError> errors,
      List<String> warnings) {
    if (!ownDoing()) {
      strategy.validateUpdate(next, old, errors, warnings);
    }
  }

  /** Refuses a valid change for what there is beside the object, or for who asks. */
  void admit(Strategy strategy, ObjectNode next, ObjectNode old) {}

  /** What a client should be told about the change. */
  List<String> warnings(Strategy strategy, ObjectNode next, ObjectNode old) {
    return strategy.warnings(next, old);
  }
}
