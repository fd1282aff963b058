# The delay server in Twisted. Arguments: port, delay in milliseconds.
import sys

from twisted.internet import epollreactor

epollreactor.install()
from twisted.internet import reactor
from twisted.web import resource, server

PORT, DELAY = int(sys.argv[1]), int(sys.argv[2])
BODY = b"waited %dms\n" % DELAY


class Delay(resource.Resource):
    isLeaf = True

    def render_GET(self, request):
        gone = []
        request.notifyFinish().addErrback(gone.append)
        reactor.callLater(DELAY / 1000, self.answer, request, gone)
        return server.NOT_DONE_YET

    def answer(self, request, gone):
        if gone:
            return
        request.setHeader(b"Content-Type", b"text/plain; charset=utf-8")
        request.setHeader(b"Content-Length", b"%d" % len(BODY))
        request.write(BODY)
        request.finish()


reactor.listenTCP(PORT, server.Site(Delay()), backlog=4096, interface="127.0.0.1")
reactor.run()
