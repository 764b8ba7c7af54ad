package io.listwatch.server.auth.node;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.selector.Quotation;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.AccessRules;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.auth.node.NodeObject.Kind;
import io.listwatch.server.auth.rbac.BootstrapPolicy;
import io.listwatch.server.auth.rbac.PolicyRule;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Authorizes the requests of nodes, with kube-apiserver's rules and reasons: a node may use the
 * objects that a {@link NodeGraph} relates to it, and whatever the bootstrap role {@code
 * system:node} allows. Has no opinion about other users.
 */
public final class NodeAuthorizer implements Authorizer {
  private static final String ROLE = "system:node";
  private static final String LEASES = "kube-node-lease";
  private static final String SELECTED_NODE = "spec.nodeName";
  private static final Set<Verb> READ = EnumSet.of(Verb.GET, Verb.LIST, Verb.WATCH);
  private static final Set<Verb> OWN =
      EnumSet.of(Verb.GET, Verb.CREATE, Verb.UPDATE, Verb.PATCH, Verb.DELETE);
  private static final Set<Verb> CHANGE = EnumSet.of(Verb.UPDATE, Verb.PATCH);

  private final NodeGraph graph;
  private final List<PolicyRule> rules = BootstrapPolicy.rules(ROLE);

  public NodeAuthorizer(NodeGraph graph) {
    this.graph = graph;
  }

  @Override
  public Decision authorize(AccessRequest request) {
    String node = NodeIdentity.of(request.user()).orElse(null);
    if (node == null) {
      return Decision.noOpinion("");
    }
    if (node.isEmpty()) {
      return Decision.noOpinion(
          "unknown node for user %s".formatted(Quotation.of(request.user().name())));
    }
    if (!request.aboutResource()) {
      return byRules(request);
    }
    String group = request.group();
    String resource = group.isEmpty() ? request.resource() : request.resource() + "." + group;
    return switch (resource) {
      case "secrets" -> readOne(node, Kind.SECRET, request);
      case "configmaps" -> readOne(node, Kind.CONFIG_MAP, request);
      case "persistentvolumeclaims" -> claim(node, request);
      case "persistentvolumes" -> get(node, Kind.VOLUME, request);
      case "resourceclaims.resource.k8s.io" -> get(node, Kind.RESOURCE_CLAIM, request);
      case "volumeattachments.storage.k8s.io" -> get(node, Kind.ATTACHMENT, request);
      case "serviceaccounts" -> serviceAccount(node, request);
      case "leases.coordination.k8s.io" -> lease(node, request);
      case "csinodes.storage.k8s.io" -> csiNode(node, request);
      case "resourceslices.resource.k8s.io" -> resourceSlice(node, request);
      case "nodes" -> node(node, request);
      case "pods" -> pod(node, request);
      default -> byRules(request);
    };
  }

  private Decision byRules(AccessRequest request) {
    return rules.stream().anyMatch(each -> each.allows(request))
        ? Decision.ALLOWED
        : Decision.noOpinion("");
  }

  private Decision readOne(String node, Kind kind, AccessRequest request) {
    if (!Verb.isAny(request.verb(), READ)) {
      return Decision.noOpinion("can only read resources of this type");
    }
    if (!request.subresource().isEmpty()) {
      return Decision.noOpinion("cannot read subresource");
    }
    if (request.namespace() == null) {
      return Decision.noOpinion("can only read namespaced object of this type");
    }
    return related(node, kind, request);
  }

  private Decision claim(String node, AccessRequest request) {
    if (!request.subresource().equals("status")) {
      return get(node, Kind.CLAIM, request);
    }
    return Verb.isAny(request.verb(), CHANGE)
        ? related(node, Kind.CLAIM, request)
        : Decision.noOpinion("can only get/update/patch this type");
  }

  private Decision get(String node, Kind kind, AccessRequest request) {
    if (!Verb.GET.is(request.verb())) {
      return Decision.noOpinion("can only get individual resources of this type");
    }
    return request.subresource().isEmpty()
        ? related(node, kind, request)
        : Decision.noOpinion("cannot get subresource");
  }

  private Decision related(String node, Kind kind, AccessRequest request) {
    String name = request.name();
    if (name == null) {
      return Decision.noOpinion("No Object name found");
    }
    return graph.relates(node, new NodeObject(kind, new ResourceKey(request.namespace(), name)))
        ? Decision.ALLOWED
        : Decision.noOpinion(
            "no relationship found between node '%s' and this object".formatted(node));
  }

  private Decision serviceAccount(String node, AccessRequest request) {
    if (Verb.GET.is(request.verb()) && request.subresource().isEmpty()) {
      return readOne(node, Kind.SERVICE_ACCOUNT, request);
    }
    if (!Verb.CREATE.is(request.verb()) || request.name() == null) {
      return Decision.noOpinion("can only create tokens for individual service accounts");
    }
    return request.subresource().equals("token")
        ? related(node, Kind.SERVICE_ACCOUNT, request)
        : Decision.noOpinion("can only create token subresource of serviceaccount");
  }

  /** The name of a new lease is not known here: the plug-in NodeRestriction checks it. */
  private static Decision lease(String node, AccessRequest request) {
    if (!Verb.isAny(request.verb(), OWN)) {
      return Decision.noOpinion("can only get, create, update, patch, or delete a node lease");
    }
    if (!LEASES.equals(request.namespace())) {
      return Decision.noOpinion(
          "can only access leases in the %s system namespace".formatted(Quotation.of(LEASES)));
    }
    return isOwn(node, request)
        ? Decision.ALLOWED
        : Decision.noOpinion(
            "can only access node lease with the same name as the requesting node");
  }

  private static Decision csiNode(String node, AccessRequest request) {
    if (!Verb.isAny(request.verb(), OWN)) {
      return Decision.noOpinion("can only get, create, update, patch, or delete a CSINode");
    }
    if (!request.subresource().isEmpty()) {
      return Decision.noOpinion("cannot authorize CSINode subresources");
    }
    return isOwn(node, request)
        ? Decision.ALLOWED
        : Decision.noOpinion("can only access CSINode with the same name as the requesting node");
  }

  private static boolean isOwn(String node, AccessRequest request) {
    return Verb.CREATE.is(request.verb()) || node.equals(request.name());
  }

  private Decision resourceSlice(String node, AccessRequest request) {
    if (!request.subresource().isEmpty()) {
      return Decision.noOpinion("cannot authorize ResourceSlice subresources");
    }
    Verb verb = Verb.find(request.verb()).orElse(null);
    if (verb == null) {
      return Decision.noOpinion(
          "only the following verbs are allowed for a ResourceSlice: get, watch, list, create,"
              + " update, patch, delete, deletecollection");
    }
    return switch (verb) {
      case CREATE -> Decision.ALLOWED;
      case GET, UPDATE, PATCH, DELETE -> related(node, Kind.RESOURCE_SLICE, request);
      case WATCH, LIST, DELETECOLLECTION ->
          selectsNode(node, request)
              ? Decision.ALLOWED
              : Decision.noOpinion(
                  "can only list/watch/deletecollection resourceslices with nodeName field"
                      + " selector");
    };
  }

  private static boolean selectsNode(String node, AccessRequest request) {
    return node.equals(request.requiredFields().get(SELECTED_NODE));
  }

  /** Writes are left to the plug-in NodeRestriction. */
  private static Decision node(String node, AccessRequest request) {
    if (request.subresource().equals("status") && Verb.isAny(request.verb(), CHANGE)) {
      return Decision.ALLOWED;
    }
    if (!request.subresource().isEmpty()) {
      return Decision.noOpinion("");
    }
    if (Verb.CREATE.is(request.verb()) || Verb.isAny(request.verb(), CHANGE)) {
      return Decision.ALLOWED;
    }
    return Verb.isAny(request.verb(), READ) ? readNode(node, request) : Decision.noOpinion("");
  }

  private static Decision readNode(String node, AccessRequest request) {
    String name = request.name();
    if (name == null) {
      return Decision.noOpinion(
          "node '%s' cannot read all nodes, only its own Node object".formatted(node));
    }
    return name.equals(node)
        ? Decision.ALLOWED
        : Decision.noOpinion(
            "node '%s' cannot read '%s', only its own Node object".formatted(node, name));
  }

  /** Writes are left to the plug-in NodeRestriction. */
  private Decision pod(String node, AccessRequest request) {
    boolean allowed =
        switch (request.subresource()) {
          case "" -> Verb.CREATE.is(request.verb()) || Verb.DELETE.is(request.verb());
          case "status" -> Verb.isAny(request.verb(), CHANGE);
          case "eviction" -> Verb.CREATE.is(request.verb());
          default -> false;
        };
    if (allowed) {
      return Decision.ALLOWED;
    }
    return request.subresource().isEmpty() && Verb.isAny(request.verb(), READ)
        ? readPod(node, request)
        : Decision.noOpinion("");
  }

  private Decision readPod(String node, AccessRequest request) {
    if (Verb.GET.is(request.verb())) {
      return get(node, Kind.POD, request);
    }
    if (selectsNode(node, request)) {
      return Decision.ALLOWED;
    }
    return request.name() == null
        ? Decision.noOpinion("can only list/watch pods with spec.nodeName field selector")
        : related(node, Kind.POD, request);
  }

  @Override
  public AccessRules rules(UserInfo user, String namespace) {
    return NodeIdentity.of(user).isPresent()
        ? AccessRules.unknown("node authorizer does not support user rule resolution")
        : AccessRules.NONE;
  }
}
