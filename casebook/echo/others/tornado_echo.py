# The echo server in Tornado. Argument: port.
import asyncio
import sys

from tornado.iostream import StreamClosedError
from tornado.tcpserver import TCPServer


class Echo(TCPServer):
    async def handle_stream(self, stream, address):
        try:
            while True:
                await stream.write(await stream.read_bytes(16384, partial=True))
        except StreamClosedError:
            pass


async def main():
    Echo().listen(int(sys.argv[1]), "127.0.0.1", backlog=4096)
    await asyncio.Event().wait()


asyncio.run(main())
