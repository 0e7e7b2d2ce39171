import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { endBody } from './connections.ts'
import { envelope, malformed } from './errors.ts'

/** The answer to a path or method that is not there, as plain text (docs/contract/conventions.md#failures). */
export const unknownRouteText = '404 page not found'

/** What every answer says beside its request's id: that its type is what it says and nothing to guess at. */
export const everyAnswer = { 'x-content-type-options': 'nosniff' } as const

interface ParserError extends Error {
  readonly code?: string
  readonly rawPacket?: unknown
}

/** The answers that a connection still waits for. */
const owed = new WeakMap<Duplex, Set<ServerResponse>>()
/** The answer to the last request of a connection. */
const latest = new WeakMap<Duplex, ServerResponse>()

/**
 * Answers what the HTTP parser refuses, and hangs up: a method nobody knows as an unknown route, anything else, which is no
 * HTTP at all or too much of it, in the envelope of all errors. A body that the end of its connection cuts off is left to its
 * operation, which has a text for it. Whole requests that came before on the connection get their
 * answers first: a client would take this one for theirs. Who does not hang up, too, is not waited for longer than so many milliseconds.
 */
export async function answerBrokenRequest(error: ParserError, socket: Socket, lingerMs: number): Promise<void> {
  const unfinished = latest.get(socket)
  if (error.code === 'HPE_INVALID_EOF_STATE' && unfinished !== undefined && !unfinished.req.complete) {
    return endRequest(unfinished, socket)
  }
  const before = [...(owed.get(socket) ?? [])].filter(({ req }) => req.complete)
  await Promise.all(before.map((response) => new Promise((resolve) => response.once('close', resolve))))
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { rawPacket } = error
  const start = Buffer.isBuffer(rawPacket) ? rawPacket.subarray(0, 8_192).toString('latin1') : ''
  if (error.code === 'HPE_INVALID_METHOD' && /^[A-Z-]+ \S+ HTTP\/1\.[01]\r\n/.test(start))
    endUnknownRoute(socket, lingerMs)
  else {
    const body = JSON.stringify(envelope(malformed.kind, malformed.text))
    endSocket(socket, lingerMs, '400 Bad Request', 'application/json', body)
  }
}

/**
 * Takes over what Node would answer by itself in a form of its own. Whose request for a tunnel is refused, and who does not hang up, is not
 * waited for longer than so many milliseconds.
 */
export function answerOddRequests(server: Server, lingerMs: number): void {
  // To be refused by ourselves, in the envelope of all errors.
  Object.assign(server, { requireHostHeader: false })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const answers = owed.get(socket) ?? new Set()
    owed.set(socket, answers.add(response))
    latest.set(socket, response)
    response.once('close', () => answers.delete(response))
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    endUnknownRoute(socket, lingerMs)
  })
  // Whatever else than 100-continue a client expects, it gets an answer like anybody.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

// The parser says nothing more of this request, so its body would be waited for; the client may still be listening.
function endRequest(response: ServerResponse, socket: Socket): void {
  if (response.writableEnded) {
    // It was refused before its body was there: nothing more is owed.
    socket.end()
    return
  }
  response.shouldKeepAlive = false
  endBody(response.req)
}

function endUnknownRoute(socket: Duplex, lingerMs: number): void {
  endSocket(socket, lingerMs, '404 Not Found', 'text/plain', unknownRouteText)
}

function endSocket(socket: Duplex, lingerMs: number, status: string, type: string, body: string): void {
  const head = [
    `HTTP/1.1 ${status}`,
    `Content-Type: ${type}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    ...Object.entries(everyAnswer).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Without reading on it is never seen that the client ends its side. One that does not would be kept for ever: none of the server's limits
  // is for what is no request any more.
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}
