import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventOf, lookUp, type StoryKind, type StoryTable } from './event.ts'

type Words = StoryTable<null, string>
type IsTable<Table> = Table extends Words ? true : false

/** For each kind, whether a table without its entry would compile. */
type CompilesWithout = { readonly [Kind in StoryKind]: IsTable<Omit<Words, Kind>> }

test('lookUp: a table without the entry for a kind does not compile', () => {
  // The compiler checks these lines: `true` is not assignable where a table lacks an entry.
  const isComplete: IsTable<Words> = true
  const isIncomplete: CompilesWithout[StoryKind] = false
  assert.deepEqual([isComplete, isIncomplete], [true, false])
})

test("lookUp: calls the entry of the event's kind with the event and the context", () => {
  const table = new Proxy({} as StoryTable<string, string>, {
    get: (_, kind) => (event: { readonly at: number }, context: string) => `${String(kind)} ${event.at} ${context}`,
  })
  const event = eventOf({ kind: 'plan_defaulted', at: 5 }, { version: 1, as: 'change' })
  assert.equal(lookUp(table, event, 'now'), 'plan_defaulted 5 now')
})
