import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../../testkit/listen.ts'

export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** The answer to one request. */
export type Step = (response: ServerResponse, request: IncomingMessage) => void

/** A scripted service, request by request; the last step repeats. */
export async function openScripted(steps: readonly Step[]) {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      requests.push({ method, url, headers, text: Buffer.concat(chunks).toString('utf8') })
      steps[Math.min(requests.length, steps.length) - 1]?.(response, request)
    })
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An answer in the API's form. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Step {
  return (response) =>
    response
      .writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': 'the-request',
        ...headers,
      })
      .end(JSON.stringify(body))
}

export const reset: Step = (_response, request) => request.socket.resetAndDestroy()
export const hang: Step = () => {}
/** Status, headers and a part of the body. */
export const cut: Step = (response, request) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id":')
  setImmediate(() => request.socket.destroy())
}
