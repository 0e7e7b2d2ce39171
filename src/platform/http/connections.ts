import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const cutOff = new WeakSet<IncomingMessage>()

/** Returns whether the connection ended within the request's body. Such a body must not be taken for complete. */
export function isCutOff(request: IncomingMessage): boolean {
  return cutOff.has(request)
}

/** Ends the body of a request whose connection has ended, so that its operation answers with its own text. */
export function endBody(request: IncomingMessage): void {
  cutOff.add(request)
  // Node destroys the connection of a request that ends incomplete, and the answer with it.
  request.complete = true
  request.push(null)
}

/**
 * Destroys the connection of an answer whose client has read nothing for `stallMs`, or for twice as long if it
 * stopped within a piece. Waits without limit for an answer that is still being made.
 */
export function endStalledAnswers(server: Server, stallMs: number): void {
  // The client is the reason only if a part of the answer waits to be read.
  const closeStalled = (socket: Socket): void => {
    if (socket.writableLength > 0) socket.destroy()
  }
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.setTimeout(stallMs).on('timeout', closeStalled)
  })
}
