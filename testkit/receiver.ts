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
 * What is no JSON is none, and answered 400.
 */
export async function openReceiver({ port = 0, keeps = true } = {}): Promise<Receiver> {
  const received: Received[] = []
  const open = { now: 0, most: 0 }
  const surprises: unknown[] = []
  const listeners = new Set<() => void>()
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
      const body = parseJson(text)
      if (body === undefined) {
        if (keeps) surprises.push(new Error(`a body that is no JSON arrived: ${text.slice(0, 200)}`))
        response.writeHead(400).end('no JSON')
      } else {
        take({ path: request.url ?? '', headers: request.headers, text, body, at: Date.now() }, response)
      }
      for (const listener of listeners) listener()
    })
  })
  const take = (one: Received, response: ServerResponse): void => {
    if (keeps) {
      received.push(one)
      surprises.push(...surprisesIn(one))
    }
    receiver.answer(one, response)
  }
  const failOnSurprise = (): void => {
    if (surprises.length > 0) throw surprises[0]
  }
  const receiver: Receiver = {
    port: await listen(server, port),
    received,
    open,
    answer: (_request, response) => void response.end('ok'),
    async waitFor(count, which = () => true, timeoutMs = 10_000) {
      const deadline = performance.now() + timeoutMs
      for (;;) {
        failOnSurprise()
        const found = received.filter(which)
        if (found.length >= count) return found
        const leftMs = deadline - performance.now()
        if (leftMs <= 0) throw new Error(`${found.length} of ${count} notifications came in ${timeoutMs} ms`)
        await nextCall(listeners, leftMs)
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

/** Waits until the listeners are called next, for so long at the most. */
async function nextCall(listeners: Set<() => void>, timeoutMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const wake = (): void => {
      clearTimeout(timer)
      listeners.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, timeoutMs)
    listeners.add(wake)
  })
}

/** Undefined where it is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// Gateways are sent messages, which are none of the reference's, nor is what a fault adds.
function surprisesIn({ headers, body }: Received): unknown[] {
  if (!('webhook-id' in headers)) return []
  try {
    const { introduced_later: _added, ...known } = body as Record<string, unknown>
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
