package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.metadata.Metadata;

/** The strategy of Ingresses: one without a class gets the default IngressClass. */
public final class IngressStrategy extends BuiltInStrategy {
  /** The annotation that preceded {@code ingressClassName}. */
  private static final String OLD_NAME = "kubernetes.io/ingress.class";

  private final String usualClass;

  /**
   * @param usualClass the default IngressClass; empty if there is none
   */
  public IngressStrategy(WrittenKind kind, String usualClass) {
    super(kind);
    this.usualClass = usualClass;
  }

  @Override
  public void prepareCreate(JsonObject object) {
    super.prepareCreate(object);
    if (!usualClass.isEmpty() && !namesClass(object)) {
      object.withObject("spec").put("ingressClassName", usualClass);
    }
  }

  public static boolean namesClass(JsonObject ingress) {
    return ingress.path("spec").hasNonNull("ingressClassName")
        || Metadata.of(ingress).node().path("annotations").has(OLD_NAME);
  }
}
