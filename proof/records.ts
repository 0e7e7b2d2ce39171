import pg from 'pg'
import { runChecks } from '../src/entries/cli/doctor/checks.ts'
import { sentencesOf } from '../src/entries/cli/doctor/report.ts'
import { checkCounts } from '../src/money/payments/counted-list/payment-counts.ts'
import { openLog } from '../src/platform/adapters/log.ts'
import type { App } from '../src/platform/app/app.ts'
import { readConfig } from '../src/platform/app/config.ts'
import { openApp } from '../src/platform/app/open-app.ts'
import { commandLimits } from '../src/platform/db/limits.ts'
import { openServiceDb } from '../src/platform/db/sharding/service-db.ts'
import { type RetryOptions, retry } from '../testkit/timeouts.ts'

/** Direct access to the stored data in the database. */
export interface Records {
  /** The code on the same database in this process: its guards are never removed. */
  readonly app: App
  query(sql: string): Promise<Record<string, unknown>[]>
  /** Waits until the query finds no row; throws with `what` after the timeout. */
  waitUntilNone(what: string, sql: string, options?: RetryOptions): Promise<unknown>
  /** Returns the findings of the doctor, of the counts and of the ledger; empty: all is consistent. */
  checkIntegrity(): Promise<string[]>
  close(): Promise<void>
}

export async function openRecords(connection: pg.PoolConfig, dataDir: string): Promise<Records> {
  const pool = new pg.Pool({ ...connection, max: 2 })
  pool.on('error', () => undefined)
  const query: Records['query'] = async (sql) => (await pool.query(sql)).rows
  const db = await openServiceDb({ connection, connections: 4, limits: commandLimits })
  const app = openApp(readConfig({ DATA_DIR: dataDir }, dataDir), db, openLog('silent'))
  return {
    app,
    query,
    waitUntilNone: (what, sql, options) =>
      retry(what, async () => (await query(sql)).length === 0, { pauseMs: 100, ...options }),
    async checkIntegrity() {
      const { results } = await runChecks(app)
      const wrong = results
        .flatMap(({ findings }) => findings.flatMap(sentencesOf))
        .map((sentence) => `the doctor: ${sentence}`)
      for (const what of await checkCounts(app, 5)) wrong.push(`the doctor: ${what}`)
      for (const row of await query(unbalanced)) wrong.push(`the ledger of ${row['currency']} sums to ${row['total']}`)
      for (const row of await query(unannounced)) {
        wrong.push(`payment ${row['id']} announced ${row['announced']} notifications, ${row['written']} are written`)
      }
      return wrong
    },
    async close() {
      await app.outbound.close()
      await db.close()
      await pool.end()
    },
  }
}

const unbalanced = `select currency, sum(amount_minor)::text as total from ledger_entries group by currency
  having sum(amount_minor) <> 0`

const unannounced = `select payment.id, payment.announced, count(event.id)::int as written
  from payments as payment left join notifications as event
    on event.merchant_id = payment.merchant_id and event.payment_id = payment.id and event.family = 'payment'
  group by payment.merchant_id, payment.id having count(event.id) <> payment.announced`
