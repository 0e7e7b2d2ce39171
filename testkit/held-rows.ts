import assert from 'node:assert/strict'
import pg from 'pg'

/** Rows that somebody outside the service holds locked: an operator, a process that froze between two statements. */
export interface HeldRows {
  /** Fails when they are not held any more: then whatever was to be shown beside them was not. */
  assertHeld(): void
  release(): Promise<void>
}

/** Held for so long at the most, so that what wrongly waits for them ends, and is told. */
const longestMs = 60_000

/** Locks what the statement selects (`select … for update`) in a transaction that stays open. */
export async function holdRows(connection: pg.PoolConfig, select: string): Promise<HeldRows> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin')
  const { rowCount } = await client.query(select)
  assert.ok(rowCount, `nothing to hold: ${select}`)
  let isHeld = true
  const release = async (): Promise<void> => {
    if (!isHeld) return
    isHeld = false
    clearTimeout(timer)
    await client.query('rollback')
    await client.end()
  }
  const timer = setTimeout(() => void release(), longestMs)
  return { assertHeld: () => assert.ok(isHeld, `somebody waited for what is held: ${select}`), release }
}
