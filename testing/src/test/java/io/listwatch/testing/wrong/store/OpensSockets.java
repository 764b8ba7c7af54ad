package io.listwatch.testing.wrong.store;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.channels.SocketChannel;

/** Wrong: core opens no sockets. An address alone is no socket. */
record OpensSockets(URI address, Socket socket, SocketChannel channel, HttpClient client) {}
