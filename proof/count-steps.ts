import { rmSync } from 'node:fs'
import { Session } from 'node:inspector'
import { createServer } from 'node:net'
import { pathToFileURL } from 'node:url'

// The proof loads this module before the service by `node --import`. It counts the steps of the service's own code. A
// step is an entered function or branch. The engine counts them, so the count does not depend on the machine's speed.

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

const own = pathToFileURL(new URL('../src/', import.meta.url).pathname).href

/** Each connection receives the number of steps since the previous connection. */
const server = createServer((socket) => {
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    const scripts = (coverage?.result ?? []).filter(({ url }) => url.startsWith(own))
    const ranges = scripts.flatMap(({ functions }) => functions).flatMap((one) => one.ranges)
    socket.end(error === null ? String(ranges.reduce((sum, { count }) => sum + count, 0)) : error.message)
  })
})
const socket = process.env['PROOF_STEPS']
if (socket === undefined) throw new Error('PROOF_STEPS names no socket')
// A killed service leaves its socket behind, and its next start listens at the same path.
rmSync(socket, { force: true })
server.listen(socket)
server.unref()
