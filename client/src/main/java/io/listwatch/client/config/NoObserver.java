package io.listwatch.client.config;

/** An observer that does nothing. */
enum NoObserver implements RequestObserver, RequestObserver.Observed {
  INSTANCE;

  @Override
  public Observed sending(OutgoingRequest request) {
    return this;
  }

  @Override
  public void responded(int code) {}

  @Override
  public void failed(Throwable failure) {}
}
