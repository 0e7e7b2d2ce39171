import { createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// The proof loads this module before the service by `node --import`. It collects the garbage at each connection to its
// socket, and then closes the connection. After that the heap has no garbage that the engine has not collected yet.

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

const server = createServer((socket) => {
  collect()
  socket.end()
})
server.listen(process.env['PROOF_GARBAGE'])
server.unref()
