import assert from 'node:assert/strict'
import type { BackOfficePage } from '../../testkit/back-office-visitor.ts'
import type { TestService } from './service.ts'

type Service = Pick<TestService, 'database'>

/** Makes every write to the activity log fail until it is undone. */
export async function withoutActivities<T>({ database }: Service, work: () => Promise<T>): Promise<T> {
  await database.query(
    `create function refuse_activity() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`,
  )
  await database.query(
    'create trigger no_room before insert on activities for each row execute function refuse_activity()',
  )
  try {
    return await work()
  } finally {
    await database.query('drop trigger no_room on activities')
    await database.query('drop function refuse_activity')
  }
}

interface Act {
  /** The name of the activity in the log. */
  readonly what: string
  /** The table that the activity changes. */
  readonly table: string
  send(): Promise<BackOfficePage>
}

/**
 * Sends a form while the log fails, and again when it works. Asserts that change and log entry are saved together or
 * not at all.
 */
export async function assertBothOrNeither(service: Service, { what, table, send }: Act): Promise<BackOfficePage> {
  const { query } = service.database
  const rows = () => query(`select row::text from ${table} as row order by row::text`)
  const countActivities = async () => (await query(`select from activities where what = '${what}'`)).length
  const before = { rows: await rows(), activities: await countActivities() }
  const failed = await withoutActivities(service, send)
  assert.equal(failed.status, 500, what)
  assert.deepEqual(
    { rows: await rows(), activities: await countActivities() },
    before,
    `${what} is done and not logged`,
  )
  const done = await send()
  assert.ok(done.status === 303 || done.status === 200, `${what} is answered with ${done.status}: ${done.text}`)
  assert.notDeepEqual(await rows(), before.rows, `${what} does nothing`)
  assert.equal(await countActivities(), before.activities + 1, `${what} is written down once`)
  return done
}
