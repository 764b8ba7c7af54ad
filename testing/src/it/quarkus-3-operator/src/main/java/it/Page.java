package it;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

@Group("pages.example.com")
@Version("v1")
public class Page extends CustomResource<Page.Spec, Page.State> implements Namespaced {
  public static class Spec {
    public String title;
  }

  public static class State {
    public String served;
  }
}
