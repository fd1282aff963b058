# The echo server in asyncio, as a protocol, which is its fastest way. Argument: port.
import asyncio
import sys


class Echo(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.transport.write(data)


async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Echo, "127.0.0.1", int(sys.argv[1]), backlog=4096)
    await server.serve_forever()


asyncio.run(main())
