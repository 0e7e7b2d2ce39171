import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Loss } from './fault.ts'

/**
 * Whatever is answered from now on is lost on its way: the connection is `reset` instead; stays silent until `hang` resolves, and is reset
 * then; or ends (`cut`) behind status, headers and the first byte of the body, which tells nothing of the rest.
 */
export function loseAnswer(response: ServerResponse, how: Loss, hang: () => Promise<void>): void {
  const write = response.write.bind(response)
  let isLost = false
  const once = (lose: () => void) => (): boolean => {
    if (!isLost) lose()
    isLost = true
    return false
  }
  if (how === 'cut') {
    const cut = (content: unknown): boolean =>
      once(() => write(firstByte(content), () => onConnection(response, (socket) => socket.destroySoon())))()
    Object.assign(response, { write: cut, end: cut })
    return
  }
  const reset = (): void => onConnection(response, (socket) => socket.resetAndDestroy())
  const lose = once(how === 'reset' ? reset : () => void hang().then(reset))
  Object.assign(response, { writeHead: lose, flushHeaders: lose, write: lose, end: lose })
}

function firstByte(content: unknown): Buffer {
  const bytes = typeof content === 'string' || Buffer.isBuffer(content) ? Buffer.from(content) : Buffer.of()
  return bytes.subarray(0, 1)
}

// It has none while answers to requests that came before it on the connection are still to be sent.
function onConnection(response: ServerResponse, act: (socket: Socket) => void): void {
  if (response.socket === null) response.once('socket', act)
  else act(response.socket)
}
