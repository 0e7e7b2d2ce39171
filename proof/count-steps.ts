import { rmSync } from 'node:fs'
import { Session } from 'node:inspector'
import { createServer } from 'node:net'
import { pathToFileURL } from 'node:url'

// Loaded before the service by `node --import`, and by nobody but the proof: counts the steps that the service's own code takes.
// A step is a function or a branch of one that is entered; the engine counts them, whatever machine it runs on.

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

const own = pathToFileURL(new URL('../src/', import.meta.url).pathname).href

/** A connection receives the number of steps since the last connection. */
const server = createServer((socket) => {
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    const scripts = (coverage?.result ?? []).filter(({ url }) => url.startsWith(own))
    const ranges = scripts.flatMap(({ functions }) => functions).flatMap((one) => one.ranges)
    socket.end(error === null ? String(ranges.reduce((sum, { count }) => sum + count, 0)) : error.message)
  })
})
const socket = process.env['PROOF_STEPS']
if (socket === undefined) throw new Error('PROOF_STEPS names no socket')
// A service that was killed leaves its socket behind, and the next check of the same run uses the same folder.
rmSync(socket, { force: true })
server.listen(socket)
server.unref()
