import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Loss } from './fault.ts'

/**
 * Makes the answer get lost. `reset`: the connection is reset. `hang`: it stays silent until `hang` resolves, then is
 * reset. `cut`: it ends after status, headers and the body's first byte.
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

// The response has no socket while earlier pipelined requests are still being answered.
function onConnection(response: ServerResponse, act: (socket: Socket) => void): void {
  if (response.socket === null) response.once('socket', act)
  else act(response.socket)
}
