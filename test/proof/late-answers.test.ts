import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { waitUntilEven } from '../../proof/late-answers.ts'

/** Queries about returns, of which there are none. */
const isOfReturns = /^select id(, state)? from returns/

/** The records of one charge, which succeeds and is settled after `looks` reads of the charges. */
function recordsThatSettle(book: string, pendingQueries: number) {
  let queries = 0
  const isSettled = (): boolean => queries > pendingQueries
  return {
    async query(sql: string): Promise<Record<string, unknown>[]> {
      if (sql.startsWith('update') || isOfReturns.test(sql)) return []
      if (sql.includes('count(*)')) return [{ count: 0 }]
      const rows = sql.includes('resolve_at')
        ? isSettled()
          ? []
          : [{}]
        : [{ id: 'a charge', state: isSettled(), pays: isSettled() }]
      queries += 1
      if (queries === 1) appendFileSync(book, `${JSON.stringify({ charge: 'a charge', event: 'taken' })}\n`)
      return rows
    },
  }
}

test('a charge that is settled during the comparison is no difference', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qist-book-'))
  try {
    for (const pendingQueries of [1, 2, 3, 4]) {
      const book = join(folder, `book-${pendingQueries}`)
      assert.deepEqual(
        await waitUntilEven({ records: recordsThatSettle(book, pendingQueries) }, book, 10_000),
        [],
        `${pendingQueries}`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a charge that succeeded and pays for nothing in the end is reported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qist-book-'))
  const book = join(folder, 'book')
  appendFileSync(book, `${JSON.stringify({ charge: 'a charge', event: 'taken' })}\n`)
  const query = async (sql: string): Promise<Record<string, unknown>[]> => {
    if (isOfReturns.test(sql)) return []
    if (sql.includes('count(*)')) return [{ count: 0 }]
    return sql.includes('resolve_at') ? [] : [{ id: 'a charge', pays: false }]
  }
  try {
    const wrong = await waitUntilEven({ records: { query } }, book, 10_000)
    assert.deepEqual(wrong, ['charge a charge was taken, pays for nothing and did not go back'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
