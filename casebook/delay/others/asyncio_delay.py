# The delay server in bare asyncio: it skips headers and writes bytes, as the Go
# loop over TCP does. Arguments: port, delay in milliseconds.
import asyncio
import sys

PORT, DELAY = int(sys.argv[1]), int(sys.argv[2])
BODY = b"waited %dms\n" % DELAY
ANSWER = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(BODY), BODY)
)


async def serve(reader, writer):
    try:
        while True:
            await reader.readuntil(b"\r\n\r\n")
            await asyncio.sleep(DELAY / 1000)
            writer.write(ANSWER)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", PORT, backlog=4096)
    await server.serve_forever()


asyncio.run(main())
