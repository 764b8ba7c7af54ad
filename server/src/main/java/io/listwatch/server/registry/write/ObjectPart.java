package io.listwatch.server.registry.write;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.kinds.validation.CertificateStatusRules;
import io.listwatch.objects.kinds.validation.PodSubresourceRules;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.strategy.NamespaceStrategy;
import io.listwatch.objects.strategy.PodSubresources;
import io.listwatch.objects.strategy.Strategy;
import java.util.List;

/** The part of an object that an update may change: the whole object or a subresource. */
public enum ObjectPart {
  WHOLE("") {
    @Override
    void prepare(Strategy strategy, JsonObject next, JsonObject old) {
      strategy.prepareUpdate(next, old);
    }

    @Override
    void admit(Strategy strategy, JsonObject next, JsonObject old) {
      strategy.admit(next, old);
    }
  },

  STATUS("status") {
    @Override
    void prepare(Strategy strategy, JsonObject next, JsonObject old) {
      strategy.prepareStatusUpdate(next, old);
    }

    @Override
    void validate(
        Strategy strategy,
        JsonObject next,
        JsonObject old,
        List<FieldError> errors,
        List<String> warnings) {
      strategy.validateStatusUpdate(next, old, errors, warnings);
    }

    @Override
    void admit(Strategy strategy, JsonObject next, JsonObject old) {
      strategy.admitStatus(next, old);
    }

    @Override
    List<String> warnings(Strategy strategy, JsonObject next, JsonObject old) {
      return strategy.statusWarnings(next, old);
    }
  },

  /** The {@code approval} of a CertificateSigningRequest: its conditions. */
  APPROVAL("approval") {
    @Override
    void prepare(Strategy strategy, JsonObject next, JsonObject old) {
      strategy.prepareStatusUpdate(next, old);
    }

    @Override
    void validate(
        Strategy strategy,
        JsonObject next,
        JsonObject old,
        List<FieldError> errors,
        List<String> warnings) {
      CertificateStatusRules.checkApproval(next, old, errors);
    }

    @Override
    void admit(Strategy strategy, JsonObject next, JsonObject old) {
      strategy.admitStatus(next, old);
    }
  },

  /**
   * The {@code scale} of a workload. Only the replicas change, so the checks of a whole update
   * apply.
   */
  SCALE("scale") {
    @Override
    void prepare(Strategy strategy, JsonObject next, JsonObject old) {
      strategy.prepareUpdate(next, old);
    }
  },

  /** The {@code finalize} subresource of a Namespace: its spec.finalizers. */
  FINALIZE("finalize") {
    @Override
    void prepare(Strategy strategy, JsonObject next, JsonObject old) {
      NamespaceStrategy.prepareFinalize(next, old);
    }

    @Override
    void validate(
        Strategy strategy,
        JsonObject next,
        JsonObject old,
        List<FieldError> errors,
        List<String> warnings) {
      // An empty list of finalizers releases a namespace, so there is nothing to check.
    }
  },

  /** The {@code ephemeralcontainers} of a Pod. */
  EPHEMERAL_CONTAINERS("ephemeralcontainers") {
    @Override
    void prepare(Strategy strategy, JsonObject next, JsonObject old) {
      PodSubresources.takeEphemeralContainers(strategy, next, old);
    }

    @Override
    void validate(
        Strategy strategy,
        JsonObject next,
        JsonObject old,
        List<FieldError> errors,
        List<String> warnings) {
      PodSubresourceRules.checkEphemeralContainers(next, old, errors);
    }
  },

  /** The {@code resize} of a Pod: CPU and memory of its containers. */
  RESIZE("resize") {
    @Override
    void prepare(Strategy strategy, JsonObject next, JsonObject old) {
      PodSubresources.takeResources(strategy, next, old);
    }

    @Override
    void validate(
        Strategy strategy,
        JsonObject next,
        JsonObject old,
        List<FieldError> errors,
        List<String> warnings) {
      PodSubresourceRules.checkResize(next, old, errors);
    }
  },

  /** The {@code binding} of a Pod to its node. */
  BINDING("binding") {
    @Override
    boolean ownDoing() {
      return true;
    }
  },

  /** The {@code eviction} of a Pod: the condition that announces it. */
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

  /** Returns the name of the subresource; empty for the whole object. */
  String subresource() {
    return subresource;
  }

  /**
   * True if the server makes the change itself, in spec and status. Clients may not make this
   * change, and no manager owns it.
   */
  boolean ownDoing() {
    return false;
  }

  /** Restores the rest of the object, and sets the fields that the server controls. */
  void prepare(Strategy strategy, JsonObject next, JsonObject old) {}

  /** Validates the change, except for metadata. */
  void validate(
      Strategy strategy,
      JsonObject next,
      JsonObject old,
      List<FieldError> errors,
      List<String> warnings) {
    if (!ownDoing()) {
      strategy.validateUpdate(next, old, errors, warnings);
    }
  }

  /** Rejects a valid change because of other objects or of the user's permissions. */
  void admit(Strategy strategy, JsonObject next, JsonObject old) {}

  /** Returns warnings about the change. */
  List<String> warnings(Strategy strategy, JsonObject next, JsonObject old) {
    return strategy.warnings(next, old);
  }
}
