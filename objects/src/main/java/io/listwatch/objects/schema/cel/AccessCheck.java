package io.listwatch.objects.schema.cel;

/** Decides the access checks that expressions make through the variable {@code authorizer}. */
@FunctionalInterface
public interface AccessCheck {
  Decision check(Question question);

  /**
   * One access check.
   *
   * @param path the path of a non-resource request; empty for a resource
   * @param serviceAccount {@code namespace/name}; empty for the user of the request
   * @param fieldSelector empty for none
   * @param labelSelector empty for none
   */
  record Question(
      String path,
      String serviceAccount,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name,
      String verb,
      String fieldSelector,
      String labelSelector) {
    static final Question NONE = new Question("", "", "", "", "", "", "", "");

    /** Creates a check without selectors. */
    public Question(
        String path,
        String serviceAccount,
        String group,
        String resource,
        String subresource,
        String namespace,
        String name,
        String verb) {
      this(path, serviceAccount, group, resource, subresource, namespace, name, verb, "", "");
    }

    Question withPath(String newPath) {
      return new Question(newPath, serviceAccount, "", "", "", "", "", "");
    }

    Question withServiceAccount(String account) {
      return copy(account, group, resource, subresource, namespace, name, verb);
    }

    Question withGroup(String newGroup) {
      return copy(serviceAccount, newGroup, resource, subresource, namespace, name, verb);
    }

    Question withResource(String newResource) {
      return copy(serviceAccount, group, newResource, subresource, namespace, name, verb);
    }

    Question withSubresource(String below) {
      return copy(serviceAccount, group, resource, below, namespace, name, verb);
    }

    Question withNamespace(String newNamespace) {
      return copy(serviceAccount, group, resource, subresource, newNamespace, name, verb);
    }

    Question withName(String newName) {
      return copy(serviceAccount, group, resource, subresource, namespace, newName, verb);
    }

    Question withVerb(String newVerb) {
      return copy(serviceAccount, group, resource, subresource, namespace, name, newVerb);
    }

    private Question copy(
        String account,
        String newGroup,
        String newResource,
        String below,
        String newNamespace,
        String newName,
        String newVerb) {
      return new Question(
          path,
          account,
          newGroup,
          newResource,
          below,
          newNamespace,
          newName,
          newVerb,
          fieldSelector,
          labelSelector);
    }

    Question withFieldSelector(String selector) {
      return withSelectors(selector, labelSelector);
    }

    Question withLabelSelector(String selector) {
      return withSelectors(fieldSelector, selector);
    }

    private Question withSelectors(String fields, String labels) {
      return new Question(
          path,
          serviceAccount,
          group,
          resource,
          subresource,
          namespace,
          name,
          verb,
          fields,
          labels);
    }
  }

  /** The decision on an access check. */
  record Decision(boolean allowed, String reason) {}
}
