import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: string
}

export interface Answer {
  readonly status: number
  readonly body: Buffer
}

/** A connection that sends a request and waits for its answer, at the lowest possible cost for the load generator. */
export class HttpClient {
  readonly #socket: Socket
  readonly #host: string
  readonly #key: string
  #received: Buffer = Buffer.alloc(0)
  #answered: ((answer: Answer) => void) | undefined
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

  /** Waits until the connection is open. A call need not wait for that. */
  async open(): Promise<void> {
    if (this.#socket.connecting) await once(this.#socket, 'connect')
  }

  /** Sends one request. The connection takes the next one after the answer. */
  call({ method, path, body = '' }: Request): Promise<Answer> {
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
    const length = /content-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined) return void this.#failed?.(new Error(`an answer without a length: ${head}`))
    const next = end + 4 + Number(length)
    if (this.#received.length < next) return
    const body = this.#received.subarray(end + 4, next)
    this.#received = this.#received.subarray(next)
    this.#answered?.({ status: Number(head.slice(9, 12)), body })
  }
}
