import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { tellStory } from '../src/money/explain/story.ts'
import { sessionOptions } from '../src/platform/db/connection.ts'
import type { Queryable } from '../src/platform/db/db.ts'
import { serviceLimits } from '../src/platform/db/limits.ts'
import type { Statement } from '../src/platform/db/statement.ts'
import { encodeParams } from '../src/platform/db/values.ts'
import { liveRichly, openStage, type Stage } from './support/rich-life.ts'

let stage: Stage
let client: pg.Client
before(async () => {
  stage = await openStage()
  client = new pg.Client({ ...stage.service.database.connection, options: sessionOptions(serviceLimits, 'service') })
  await client.connect()
})
after(async () => {
  await client.end()
  await stage.close()
})

/** The statements that read a story, with their parameters. */
async function statementsOf(id: string) {
  const { app } = stage.service
  const statements = new Map<string, { readonly text: string; readonly values: readonly unknown[] }>()
  const run: Queryable['run'] = (statement, params) => {
    statements.set(statement.name, {
      text: statement.text,
      values: encodeParams(statement as Statement<unknown, unknown>, params),
    })
    return app.db.run(statement, params)
  }
  assert.ok((await tellStory({ ...app, db: { ...app.db, run } }, id)) !== undefined)
  return statements
}

interface Plan {
  readonly 'Node Type': string
  readonly Plans?: readonly Plan[]
}

function stepsOf(plan: Plan): string[] {
  return [plan['Node Type'], ...(plan.Plans ?? []).flatMap(stepsOf)]
}

test('a story is read by few statements, without a full scan of any table', async () => {
  const statements = await statementsOf(await liveRichly(stage))
  assert.ok(statements.size <= 16, [...statements.keys()].join(', '))
  for (const room of [
    'find_payment_owner',
    'list_disputes_of_payment',
    'list_settled_of_payment',
    'list_announcements',
  ])
    assert.ok(statements.has(room), room)
  for (const [name, { text, values }] of statements) {
    const given = values.map((value) =>
      Array.isArray(value) ? `'{${value}}'` : value === null ? 'null' : `'${value}'`,
    )
    await client.query(`prepare ${name}_planned as ${text}`)
    const execute = `execute ${name}_planned${given.length === 0 ? '' : `(${given})`}`
    const { rows } = await client.query(`explain (format json) ${execute}`)
    const steps = stepsOf(rows[0]['QUERY PLAN'][0].Plan)
    assert.ok(!steps.includes('Seq Scan'), `${name}: ${steps}`)
  }
})

test('without an advanced clock, attempts have exactly the times at which they were made', async () => {
  const other = await openStage()
  try {
    other.answerWith(503)
    const id = await other.shop.authorizedPayment('10.00')
    await other.notify()
    other.wait(1)
    await other.notify()
    const story = await tellStory(other.service.app, id)
    const times = story?.events.filter(({ kind }) => kind === 'attempt').map(({ at }) => new Date(at).toISOString())
    assert.deepEqual(times, ['2026-03-01T10:00:00.000Z', '2026-03-01T10:01:00.000Z'])
  } finally {
    await other.close()
  }
})
