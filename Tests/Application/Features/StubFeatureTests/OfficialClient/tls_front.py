"""Ends TLS before a server on the loopback: tls_front.py PORT CERTIFICATE KEY

Prints the port it listens on, and carries bytes both ways until it is ended. It is also a proxy
that takes CONNECT to any host for a connection to the server.
"""

import socket
import ssl
import sys
import threading


def carry(source, target):
    try:
        while chunk := source.recv(65536):
            target.sendall(chunk)
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def accept_proxy_request(plain):
    """Answers a CONNECT; leaves a connection that begins with TLS as it is."""
    if plain.recv(8, socket.MSG_PEEK) != b"CONNECT ":
        return
    head = b""
    while not head.endswith(b"\r\n\r\n") and (byte := plain.recv(1)):
        head += byte
    plain.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")


def serve(plain, context, port):
    try:
        accept_proxy_request(plain)
        client = context.wrap_socket(plain, server_side=True)
        server = socket.create_connection(("127.0.0.1", port))
    except OSError:
        plain.close()
        return
    answers = threading.Thread(target=carry, args=(server, client), daemon=True)
    answers.start()
    carry(client, server)
    answers.join()
    client.close()
    server.close()


def main():
    port, certificate, key = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(listener.getsockname()[1], flush=True)
        while True:
            plain, _ = listener.accept()
            threading.Thread(target=serve, args=(plain, context, port), daemon=True).start()


main()
