package io.listwatch.objects.protobuf;

/** Bytes are not a message of the type they should be. */
public final class MalformedProtobufException extends RuntimeException {
  private static final long serialVersionUID = 1;

  MalformedProtobufException(String message) {
    super(message);
  }

  MalformedProtobufException(String message, Throwable cause) {
    super(message, cause);
  }
}
