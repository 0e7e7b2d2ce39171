import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { listen } from './listen.ts'
import { assertNotification } from './notified.ts'

/** One notification as it arrived. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a receiver looks into whatever comes
  readonly body: any
  readonly at: number
}

export interface Receiver {
  readonly port: number
  /** All that arrived, in order. */
  readonly received: Received[]
  /** How many requests are open just now, and the most there ever were. */
  readonly open: { now: number; most: number }
  /** Decides what is answered from now on. */
  answer: (request: Received, response: ServerResponse) => void
  /** Waits until so many have arrived; throws when they do not come in time. */
  waitFor(count: number, which?: (received: Received) => boolean, timeoutMs?: number): Promise<Received[]>
  close(): Promise<void>
}

/**
 * A merchant's server that really listens, on a free port unless told. It answers 200 until it is told otherwise, and keeps what
 * arrives unless told. Where it keeps, waiting and closing fail once a notification has arrived that is not what the reference says.
 */
export async function openReceiver({ port = 0, keeps = true } = {}): Promise<Receiver> {
  const received: Received[] = []
  const open = { now: 0, most: 0 }
  const surprises: unknown[] = []
  let changed: () => void = () => {}
  const server = createServer((request, response) => {
    open.now += 1
    open.most = Math.max(open.most, open.now)
    response.on('close', () => {
      open.now -= 1
    })
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const one = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text), at: Date.now() }
      if (keeps) {
        received.push(one)
        surprises.push(...surprisesIn(one))
      }
      receiver.answer(one, response)
      changed()
    })
  })
  const failOnSurprise = (): void => {
    if (surprises.length > 0) throw surprises[0]
  }
  const receiver: Receiver = {
    port: await listen(server, port),
    received,
    open,
    answer: (_request, response) => void response.end('ok'),
    async waitFor(count, which = () => true, timeoutMs = 10_000) {
      const deadline = Date.now() + timeoutMs
      for (;;) {
        failOnSurprise()
        const found = received.filter(which)
        if (found.length >= count) return found
        const leftMs = deadline - Date.now()
        if (leftMs <= 0) throw new Error(`${found.length} of ${count} notifications came in ${timeoutMs} ms`)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, leftMs)
          changed = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      failOnSurprise()
    },
  }
  return receiver
}

// Gateways are sent messages, which are none of the reference's, nor is what a fault adds.
function surprisesIn({ headers, body }: Received): unknown[] {
  if (!('webhook-id' in headers)) return []
  const { introduced_later: _added, ...known } = body as Record<string, unknown>
  try {
    assertNotification(headers, known)
    return []
  } catch (error) {
    return [error]
  }
}

/** Whether it is signed with this secret, at the time that it says: the verifier has no clock of its own, and that of the service may stand. */
export function isSignedBy(one: Received | undefined, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = one?.headers ?? {}
  const expected = new Webhook(secret).sign(String(id), new Date(Number(at) * 1_000), one?.text ?? '')
  return String(signatures).split(' ').includes(expected)
}
