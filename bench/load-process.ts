import { HttpClient } from './http-client.ts'
import type { LoadAnswer, LoadPhase } from './load.ts'
import { closedLoop, openLoop } from './loops.ts'

// The load generator: its own process, which runs one phase after the other on request.
process.on('message', async (phase: LoadPhase) => {
  const answer: LoadAnswer = await run(phase).then(
    (result) => ({ result }),
    (error: Error) => ({ error: error.message }),
  )
  process.send?.(answer)
})
process.on('disconnect', () => process.exit())

async function run({ baseUrl, key, requests, calls, clients, perSecond, expected = 200 }: LoadPhase) {
  const connections = Array.from({ length: clients }, () => new HttpClient(baseUrl, key))
  const call = async (n: number, client: number): Promise<void> => {
    const request = requests[n % requests.length]
    const answer = request && (await connections[client]?.call(request))
    if (answer?.status !== expected) {
      throw new Error(`${request?.method} ${request?.path}: ${answer?.status} ${answer?.body.subarray(0, 300)}`)
    }
  }
  try {
    await Promise.all(connections.map((connection) => connection.open()))
    return await (perSecond === undefined
      ? closedLoop(calls, clients, call)
      : openLoop(calls, perSecond, clients, call))
  } finally {
    for (const connection of connections) connection.close()
  }
}
