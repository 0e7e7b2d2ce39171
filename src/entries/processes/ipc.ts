import type { FromServing, PeerRequest, ToServing } from './messages.ts'

/** A serving process's connection to the first, and through it to its peers. */
export interface Ipc {
  /** Sends something to the first process, and settles when it is on its way. */
  send(message: FromServing): Promise<void>
  /** Asks all peers. Answers the responses of those that responded within two seconds. */
  request(request: PeerRequest): Promise<readonly string[]>
}

interface IpcOptions {
  respond(request: PeerRequest): Promise<string>
  /** Called when the service is to stop. */
  onStop(): void
}

/** The first process waits two seconds for responses; this is for the case that it is stuck itself. */
const responseTimeoutMs = 3_000

/** Opens the connection. When it is cut, because the first process has ended, node ends this one. */
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
