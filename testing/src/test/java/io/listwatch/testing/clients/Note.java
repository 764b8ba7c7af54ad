package io.listwatch.testing.clients;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** A custom resource as a class of the fabric8 library. */
@Group(Notes.GROUP)
@Version(Notes.VERSION)
public final class Note extends CustomResource<Note.Spec, Note.State> implements Namespaced {
  private static final long serialVersionUID = 1;

  public static final class Spec {
    public String text = "";
    public int priority;
  }

  public static final class State {
    public boolean read;
  }
}
