#!/usr/bin/env python3
"""Stands as a proxy before a server with TLS on this machine: connect_relay.py PORT

Each CONNECT is joined with PORT, whichever host it names. So a client that knows its server's
hosts only talks to a server on this machine. The bytes pass through pipes of the kernel and not
through this process. Prints the port it listens on, and ends when its standard input does.
"""

import os
import socket
import sys
import threading


def carry(source, target):
    reader, writer = os.pipe()
    try:
        while count := os.splice(source.fileno(), writer, 1 << 20):
            while count:
                count -= os.splice(reader, target.fileno(), count)
    except OSError:
        pass
    os.close(reader)
    os.close(writer)
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def serve(client, port):
    head = b""
    while not head.endswith(b"\r\n\r\n") and (byte := client.recv(1)):
        head += byte
    with client, socket.create_connection(("127.0.0.1", port)) as server:
        for end in (client, server):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        answers = threading.Thread(target=carry, args=(server, client), daemon=True)
        answers.start()
        carry(client, server)
        answers.join()


def end_with_input():
    # A child of the benchmarks may have SIGTERM blocked.
    sys.stdin.read()
    os._exit(0)


def main():
    port = int(sys.argv[1])
    threading.Thread(target=end_with_input, daemon=True).start()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(listener.getsockname()[1], flush=True)
        while True:
            client, _ = listener.accept()
            threading.Thread(target=serve, args=(client, port), daemon=True).start()


main()
