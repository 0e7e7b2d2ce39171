import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, test } from 'node:test'
import type { App } from '../../src/platform/app/app.ts'
import { Refusal } from '../../src/platform/base/refusals.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { checkGuess } from '../../src/platform/people/sign-in/check-guess.ts'
import { type GuessSubject, passwordSubjects } from '../../src/platform/people/sign-in/tries.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
after(() => service.close())

/** Records which guesses of a process query the database, and how many at once per subject. */
interface CountedProcess {
  readonly app: App
  /** The guess and its statement. */
  readonly statements: { readonly guess: number | undefined; readonly statement: string; readonly subject: string }[]
  /** The highest number of concurrent statements per subject; each uses a connection. */
  most: number
  onAsk: () => void
}

const guessNumber = new AsyncLocalStorage<number>()

/** A second process, as far as guesses know: it shares only the database. */
function openProcess(): CountedProcess {
  const underWay = new Map<string, number>()
  const run = async (statement: { readonly name: string }, params: { readonly subject: Buffer }) => {
    const subject = params.subject.toString('hex')
    process.statements.push({ guess: guessNumber.getStore(), statement: statement.name, subject })
    process.onAsk()
    underWay.set(subject, (underWay.get(subject) ?? 0) + 1)
    process.most = Math.max(process.most, underWay.get(subject) ?? 0)
    try {
      return await service.app.db.run(statement as never, params as never)
    } finally {
      underWay.set(subject, (underWay.get(subject) ?? 0) - 1)
    }
  }
  const app: App = { ...service.app, db: { run } as unknown as Db }
  const process: CountedProcess = { app, statements: [], most: 0, onAsk: () => {} }
  return process
}

const isTooMany = (error: unknown): boolean => error instanceof Refusal && error.kind === 'too_many_requests'

test('350 concurrent guesses of an address: ten are checked and ten wait; the others are refused without a query', {
  timeout: 60_000,
}, async () => {
  const process = openProcess()
  const release = Promise.withResolvers<undefined>()
  let judged = 0
  const guesses = Array.from({ length: 350 }, (_, index) =>
    checkGuess(process.app, passwordSubjects('dashboard', `${index}@flood.example`, '203.0.113.5'), () => {
      judged += 1
      return release.promise
    }),
  )
  await Promise.all(guesses.slice(20).map((guess) => assert.rejects(guess, isTooMany)))
  assert.ok(process.statements.length <= 20, `${process.statements.length} statements`)
  // Another address has its own queue.
  const other = passwordSubjects('dashboard', 'a@other.example', '203.0.113.6')
  assert.equal(await checkGuess(process.app, other, async () => 'right'), 'right')
  release.resolve(undefined)
  await Promise.all(guesses.slice(0, 20))
  assert.deepEqual([judged, process.most], [20, 1])
})

test('while the guesses of another process are pending, only the first in the queue queries the database', {
  timeout: 60_000,
}, async () => {
  const [here, elsewhere] = [openProcess(), openProcess()]
  const counted: readonly GuessSubject[] = [{ subject: Buffer.alloc(32, 7), most: 10 }]
  const release = Promise.withResolvers<string>()
  const judging = Promise.withResolvers<void>()
  let judged = 0
  const theirs = Array.from({ length: 10 }, () =>
    checkGuess(elsewhere.app, counted, () => {
      judged += 1
      if (judged === 10) judging.resolve()
      return release.promise
    }),
  )
  await judging.promise
  const started = Promise.withResolvers<void>()
  here.onAsk = () => here.statements.length >= 6 && started.resolve()
  const ours = Array.from({ length: 5 }, (_, guess) =>
    guessNumber.run(guess, () => checkGuess(here.app, counted, async () => 'right')),
  )
  await started.promise
  assert.deepEqual([...new Set(here.statements.map(({ guess }) => guess))], [0])
  release.resolve('right')
  assert.deepEqual(await Promise.all([...ours, ...theirs]), Array(15).fill('right'))
  assert.equal(here.most, 1)
})

test('two processes together check at most ten wrong guesses of an account', { timeout: 60_000 }, async () => {
  const processes = [openProcess(), openProcess()]
  let judged = 0
  const guesses = processes.flatMap(({ app }, at) =>
    Array.from({ length: 15 }, (_, index) =>
      checkGuess(app, passwordSubjects('dashboard', 'both@demo.example', `192.0.2.${at * 15 + index}`), async () => {
        judged += 1
        return undefined
      }),
    ),
  )
  const ended = await Promise.allSettled(guesses)
  assert.equal(judged, 10)
  assert.equal(ended.filter((one) => one.status === 'rejected' && isTooMany(one.reason)).length, 20)
})
