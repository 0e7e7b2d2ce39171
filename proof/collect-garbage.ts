import { createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded before the service by `node --import`, and by nobody but the proof: collects the garbage whenever somebody connects, and
// then hangs up. What the heap holds after that is held by the service, and not for the engine to collect when it likes.

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

const server = createServer((socket) => {
  collect()
  socket.end()
})
server.listen(process.env['PROOF_GARBAGE'])
server.unref()
