import type { FromServing, PeerRequest, ToServing } from './messages.ts'

/** A serving process's channel to the first process, and through it to the other ones. */
export interface Ipc {
  /** Sends a message to the first process, and resolves once it is sent. */
  send(message: FromServing): Promise<void>
  /** Asks all peers, and returns the responses that arrive within two seconds. */
  request(request: PeerRequest): Promise<readonly string[]>
}

interface IpcOptions {
  respond(request: PeerRequest): Promise<string>
  /** Called when the service must stop. */
  onStop(): void
}

/** Longer than the first process waits; only needed if that process hangs. */
const responseTimeoutMs = 3_000

/** Opens the channel. Node ends this process when the channel closes, because the first process has ended. */
export function openIpc({ respond, onStop }: IpcOptions): Ipc {
  const pending = new Map<number, (texts: readonly string[]) => void>()
  let lastId = 0
  const send = (message: FromServing): Promise<void> =>
    new Promise((resolve) => {
      if (process.send === undefined || !process.connected) resolve()
      else process.send(message, undefined, undefined, () => resolve())
    })
  process.on('message', async (message: ToServing) => {
    if (message.kind === 'stop') onStop()
    else if (message.kind === 'responses') pending.get(message.id)?.(message.texts)
    else if (message.kind === 'request') {
      const text = await respond(message.request).catch(() => '')
      await send({ kind: 'response', id: message.id, text })
    }
  })
  void send({ kind: 'subscribed' })
  return {
    send,
    async request(request) {
      lastId += 1
      const id = lastId
      const { promise, resolve } = Promise.withResolvers<readonly string[]>()
      const timer = setTimeout(() => resolve([]), responseTimeoutMs)
      pending.set(id, resolve)
      void send({ kind: 'request', id, request })
      const texts = await promise
      clearTimeout(timer)
      pending.delete(id)
      return texts
    },
  }
}
