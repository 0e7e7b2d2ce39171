import { connect } from 'node:net'
import type { Answer } from '../../testkit/client.ts'

/** Sends bytes over a socket. Returns the received text when the server closes the connection or sends nothing more. */
export function sendRaw(baseUrl: string, bytes: string | Buffer, quietMs = 5_000): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const pieces: Buffer[] = []
    const finish = (): void => {
      socket.destroy()
      resolve(Buffer.concat(pieces).toString('utf8'))
    }
    socket.setTimeout(quietMs, finish)
    socket.on('data', (piece) => pieces.push(piece))
    socket.on('error', finish)
    socket.on('close', finish)
    socket.on('connect', () => socket.write(bytes))
  })
}

/** Parses the first answer of a raw text. */
export function readRaw(text: string): Answer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = new Headers(
    fields.map((field): [string, string] => [field.split(': ')[0] ?? '', field.slice(field.indexOf(': ') + 2)]),
  )
  const body = rest.join('\r\n\r\n')
  const isJson = headers.get('content-type')?.includes('json') === true
  return { status: Number(line.split(' ')[1]), headers, text: body, body: isJson ? JSON.parse(body) : undefined }
}
