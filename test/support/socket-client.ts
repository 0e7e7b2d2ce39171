import { connect } from 'node:net'
import { headersOf } from '../../testkit/client.ts'

/** The result of one call on its own connection. */
export interface SocketAnswer {
  /** All received text. */
  readonly text: string
  /** How the connection ended: the server closed it, the server broke it, or the client left after waiting. */
  readonly ended: 'end' | 'ECONNRESET' | 'quiet'
}

/** Silence in milliseconds after which the client leaves. */
const quietMs = 500

/**
 * Makes a call over a socket. Reads until the server ends the connection, or until the client may leave and no more
 * text arrives.
 */
export function callOverSocket(
  baseUrl: string,
  key: string,
  method: string,
  path: string,
  body?: unknown,
  timeToGo?: Promise<unknown>,
): Promise<SocketAnswer> {
  const { hostname, port } = new URL(baseUrl)
  const content = body === undefined ? '' : JSON.stringify(body)
  const headers = { host: hostname, ...headersOf(key, body), 'content-length': String(Buffer.byteLength(content)) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const pieces: Buffer[] = []
    const finish = (ended: SocketAnswer['ended']): void => {
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
