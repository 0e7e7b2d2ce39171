import type { FromServing, Question, ToServing } from './messages.ts'

/** A serving process's line to the first, and through it to its peers. */
export interface Ipc {
  /** Says something to the first process, and settles when it is on its way. */
  say(message: FromServing): Promise<void>
  /** Asks all peers. Answers what those said who did so within two seconds. */
  ask(question: Question): Promise<readonly string[]>
}

export interface IpcOptions {
  answer(question: Question): Promise<string>
  /** Called when the service is to stop. */
  onStop(): void
}

/** The first process waits two seconds for answers; this is for the case that it is stuck itself. */
const patienceMs = 3_000

/** Opens the line. When it is cut, because the first process has ended, node ends this one. */
export function openIpc({ answer, onStop }: IpcOptions): Ipc {
  const asked = new Map<number, (texts: readonly string[]) => void>()
  let lastId = 0
  const say = (message: FromServing): Promise<void> =>
    new Promise((resolve) => {
      if (process.send === undefined || !process.connected) resolve()
      else process.send(message, undefined, undefined, () => resolve())
    })
  process.on('message', async (message: ToServing) => {
    if (message.kind === 'stop') onStop()
    else if (message.kind === 'answered') asked.get(message.id)?.(message.texts)
    else if (message.kind === 'asked') {
      const text = await answer(message.question).catch(() => '')
      await say({ kind: 'answers', id: message.id, text })
    }
  })
  void say({ kind: 'hears' })
  return {
    say,
    async ask(question) {
      lastId += 1
      const id = lastId
      const { promise, resolve } = Promise.withResolvers<readonly string[]>()
      const timer = setTimeout(() => resolve([]), patienceMs)
      asked.set(id, resolve)
      void say({ kind: 'asks', id, question })
      const texts = await promise
      clearTimeout(timer)
      asked.delete(id)
      return texts
    },
  }
}
