package io.listwatch.objects.schema.cel;

/**
 * Decides the access checks of an expression, which it makes through the variable {@code
 * authorizer}.
 */
@FunctionalInterface
public interface AccessCheck {
  Decision check(Question question);

  /**
   * One access check.
   *
   * @param path of a non-resource request; empty for a resource
   * @param serviceAccount {@code namespace/name}; empty for the user of the request
   */
  record Question(
      String path,
      String serviceAccount,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name,
      String verb) {
    static final Question NONE = new Question("", "", "", "", "", "", "", "");

    Question withPath(String newPath) {
      return new Question(newPath, serviceAccount, "", "", "", "", "", "");
    }

    Question withServiceAccount(String account) {
      return new Question(path, account, group, resource, subresource, namespace, name, verb);
    }

    Question withGroup(String newGroup) {
      return new Question(
          path, serviceAccount, newGroup, resource, subresource, namespace, name, verb);
    }

    Question withResource(String newResource) {
      return new Question(
          path, serviceAccount, group, newResource, subresource, namespace, name, verb);
    }

    Question withSubresource(String below) {
      return new Question(path, serviceAccount, group, resource, below, namespace, name, verb);
    }

    Question withNamespace(String newNamespace) {
      return new Question(
          path, serviceAccount, group, resource, subresource, newNamespace, name, verb);
    }

    Question withName(String newName) {
      return new Question(
          path, serviceAccount, group, resource, subresource, namespace, newName, verb);
    }

    Question withVerb(String newVerb) {
      return new Question(
          path, serviceAccount, group, resource, subresource, namespace, name, newVerb);
    }
  }

  /** The decision on an access check. */
  record Decision(boolean allowed, String reason) {}
}
