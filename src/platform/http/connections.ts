import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const cutOff = new WeakSet<IncomingMessage>()

/** Whether the connection ended before the request's body did. What came of it must not be taken for the whole. */
export function isCutOff(request: IncomingMessage): boolean {
  return cutOff.has(request)
}

/** Ends the body of a request whose connection has ended, so that its operation can say what it says of that. */
export function endBody(request: IncomingMessage): void {
  cutOff.add(request)
  // One that ends without being complete takes its connection with it, and with that the answer.
  request.complete = true
  request.push(null)
}

/**
 * Breaks off an answer of which its client has taken nothing for so many milliseconds, or for twice as many where it stopped in the middle of
 * a piece. One that is still being made is waited for, however long that takes.
 */
export function endStalledAnswers(server: Server, stallMs: number): void {
  // Nothing has moved for so long: because of the client only where something of the answer lies there to be taken.
  const look = (socket: Socket): void => {
    if (socket.writableLength > 0) socket.destroy()
  }
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.setTimeout(stallMs).on('timeout', look)
  })
}
