# The echo server in Twisted. Argument: port.
import sys

from twisted.internet import epollreactor

epollreactor.install()
from twisted.internet import protocol, reactor


class Echo(protocol.Protocol):
    def dataReceived(self, data):
        self.transport.write(data)


reactor.listenTCP(
    int(sys.argv[1]), protocol.Factory.forProtocol(Echo), backlog=4096, interface="127.0.0.1"
)
reactor.run()
