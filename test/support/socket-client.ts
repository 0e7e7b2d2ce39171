import { connect } from 'node:net'
import { headersOf } from '../../testkit/client.ts'

/** What a client saw of one call on a connection of its own. */
export interface Seen {
  /** Everything that came. */
  readonly text: string
  /** How the connection ended: the other side ended it, or broke it off; or the client went after waiting. */
  readonly ended: 'end' | 'ECONNRESET' | 'quiet'
}

/** Nothing has come for so long since it was time to go: nothing comes any more. */
const quietMs = 500

/** Makes a call over a plain socket, and listens until the other side ends the connection, or until it is time to go and nothing comes. */
export function callOverSocket(
  baseUrl: string,
  key: string,
  method: string,
  path: string,
  body?: unknown,
  timeToGo?: Promise<unknown>,
): Promise<Seen> {
  const { hostname, port } = new URL(baseUrl)
  const content = body === undefined ? '' : JSON.stringify(body)
  const headers = { host: hostname, ...headersOf(key, body), 'content-length': String(Buffer.byteLength(content)) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const pieces: Buffer[] = []
    const finish = (ended: Seen['ended']): void => {
      socket.destroy()
      resolve({ text: Buffer.concat(pieces).toString('utf8'), ended })
    }
    void timeToGo?.then(() => socket.setTimeout(quietMs, () => finish('quiet')))
    socket.on('data', (piece) => pieces.push(piece))
    socket.on('end', () => finish('end'))
    socket.on('error', (error: NodeJS.ErrnoException) => finish(error.code === 'ECONNRESET' ? 'ECONNRESET' : 'end'))
    socket.on('connect', () => socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${content}`))
  })
}
