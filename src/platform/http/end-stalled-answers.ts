import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

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
