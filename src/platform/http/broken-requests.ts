import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { endBody } from './connections.ts'
import { envelope, malformed } from './errors.ts'

/** The answer to an unknown path or method, as plain text (docs/contract/conventions.md#failures). */
export const unknownRouteText = '404 page not found'

/** Headers of every answer beside the request's id. */
export const everyAnswer = { 'x-content-type-options': 'nosniff' } as const

interface ParserError extends Error {
  readonly code?: string
  readonly rawPacket?: unknown
}

/** Answers that a connection still waits for. */
const owed = new WeakMap<Duplex, Set<ServerResponse>>()
/** The answer to the last request of a connection. */
const latest = new WeakMap<Duplex, ServerResponse>()

/**
 * Answers a request that the HTTP parser refuses, and closes the connection. An unknown method gets the answer of an
 * unknown route, anything else the error envelope. A body that the end of its connection cuts off is left to its
 * operation, which has a text for it. Earlier requests of the connection get their answers first, because a client
 * would take this answer for theirs. Waits at most `lingerMs` for the client to close.
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
 * Takes over requests that Node would answer by itself in another form. After the refusal of a tunnel waits at most
 * `lingerMs` for the client to close.
 */
export function answerOddRequests(server: Server, lingerMs: number): void {
  // We refuse a request without Host ourselves, with the error envelope.
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
  // Any expectation other than 100-continue is ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

// The parser reports nothing more of this request, so its operation would wait for the body. The client may still
// read the answer.
function endRequest(response: ServerResponse, socket: Socket): void {
  if (response.writableEnded) {
    // Refused before its body arrived: there is no other answer to wait for.
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
  // Without reading, the end of the client's side goes unnoticed. No limit of the server covers a connection without
  // a request, so a client that does not close would keep it for ever.
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}
