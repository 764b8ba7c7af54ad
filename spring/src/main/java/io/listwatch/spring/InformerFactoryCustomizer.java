package io.listwatch.spring;

import io.listwatch.informer.InformerFactory;

/** A bean that changes the options of all informers before the factory is created. */
@FunctionalInterface
public interface InformerFactoryCustomizer {
  void customize(InformerFactory.Builder factory);
}
