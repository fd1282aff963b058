# The delay server in Tornado. Arguments: port, delay in milliseconds.
import asyncio
import sys

import tornado.web


class Delay(tornado.web.RequestHandler):
    async def get(self):
        await asyncio.sleep(DELAY / 1000)
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.write(BODY)

    def compute_etag(self):
        return None  # the others make none


PORT, DELAY = int(sys.argv[1]), int(sys.argv[2])
BODY = "waited %dms\n" % DELAY


async def main():
    tornado.web.Application([("/", Delay)]).listen(PORT, "127.0.0.1", backlog=4096)
    await asyncio.Event().wait()


asyncio.run(main())
