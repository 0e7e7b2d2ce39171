import { connect, type Socket } from 'node:net'

/** A connection that sends a request and waits for its answer: the least a load generator can cost beside the service. */
export class HttpClient {
  readonly #socket: Socket
  readonly #host: string
  readonly #key: string
  #received: Buffer = Buffer.alloc(0)
  #answered: ((answer: { status: number; body: string }) => void) | undefined
  #failed: ((error: Error) => void) | undefined

  constructor(baseUrl: string, key: string) {
    const { hostname, port, host } = new URL(baseUrl)
    this.#host = host
    this.#key = key
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.on('data', (chunk) => this.#receive(chunk))
    this.#socket.on('error', (error) => this.#failed?.(error))
    this.#socket.on('close', () => this.#failed?.(new Error('the service hung up')))
  }

  call(method: string, path: string, body = ''): Promise<{ status: number; body: string }> {
    const head = `${method} ${path} HTTP/1.1\r\nHost: ${this.#host}\r\nAuthorization: Bearer ${this.#key}\r\n`
    const content =
      body === ''
        ? '\r\n'
        : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    return new Promise((resolve, reject) => {
      this.#answered = resolve
      this.#failed = reject
      this.#socket.write(head + content)
    })
  }

  close(): void {
    this.#socket.removeAllListeners('close')
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const end = this.#received.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = this.#received.toString('latin1', 0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.#received.length < end + 4 + length) return
    const body = this.#received.toString('utf8', end + 4, end + 4 + length)
    this.#received = this.#received.subarray(end + 4 + length)
    this.#answered?.({ status: Number(head.slice(9, 12)), body })
  }
}
