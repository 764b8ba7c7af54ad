package io.listwatch.testing.wrong.store;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.channels.SocketChannel;

/** Wrong: core must not open sockets. The URI alone would be allowed. */
record OpensSockets(URI address, Socket socket, SocketChannel channel, HttpClient client) {}
