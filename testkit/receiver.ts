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
  // biome-ignore lint/suspicious/noExplicitAny: any JSON body is read
  readonly body: any
  readonly at: number
}

export interface Receiver {
  readonly port: number
  /** All notifications that arrived, in order. */
  readonly received: Received[]
  /** The number of open requests, and the most at the same time. */
  readonly open: { now: number; most: number }
  /** Answers the next requests. */
  answer: (request: Received, response: ServerResponse) => void
  /** Waits until `count` notifications have arrived; throws after the timeout. */
  waitFor(count: number, which?: (received: Received) => boolean, timeoutMs?: number): Promise<Received[]>
  close(): Promise<void>
}

/**
 * Opens a merchant's server that really listens, by default on a free port. It answers 200 until `answer` is replaced,
 * and keeps the notifications unless `keeps` is false. If it keeps them, waiting and closing throw after a notification
 * that does not match the reference. It answers 400 to a body that is not JSON.
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

/** Waits until the listeners are called next, or until the timeout. */
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

/** Returns the parsed JSON, or undefined if the text is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// Messages to gateways, and bodies that a fault adds, are not part of the reference.
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

/**
 * Whether it is signed with this secret. The time of signing is taken from the notification, because the service's
 * clock may be advanced.
 */
export function isSignedBy(one: Received | undefined, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = one?.headers ?? {}
  const expected = new Webhook(secret).sign(String(id), new Date(Number(at) * 1_000), one?.text ?? '')
  return String(signatures).split(' ').includes(expected)
}
