import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dueReturns } from '../../src/money/collections/due-returns.ts'
import { accountFrom } from '../../src/money/ledger/entries.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { playOverTheWire } from '../../testkit/plan-service.ts'
import { serviceHistories } from '../../testkit/plan-service-histories.ts'
import { type Currency, formatMinorOf } from '../../testkit/settlement-model.ts'
import { openShop } from '../../testkit/shop.ts'
import { assertSettled, type ExportedLine, exportJournal } from '../support/ledger-export.ts'
import { playHistories } from '../support/play-histories.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { lives } from './settlement-commands.ts'
import { playSettlements } from './settlement-player.ts'

let service: TestService

before(async () => {
  service = await startTestService()
  const played = {
    as: (key: string) => openShop(service.urls.uae, key),
    hurry: async (): Promise<void> => {
      await service.database.query(`update returns set resolve_at = statement_timestamp() where state = 'waiting'`)
      await settleDue(service.app, dueReturns)
    },
  }
  await playHistories(lives, (life) => playSettlements(service, life), { numRuns: 6, seconds: 20 })
  await playHistories(serviceHistories, (history) => playOverTheWire(played, history), { numRuns: 20, seconds: 20 })
})
after(() => service.close())

const readModes = async (): Promise<ExportedLine[]> => [
  ...(await exportJournal(service)),
  ...(await exportJournal(service, '--mode', 'test')),
]

test('random histories: the totals of each account over all days are the sums of the ledger', async () => {
  const rows = await service.database.query(
    `select merchant_id::text, currency::text, account::text, sum(amount_minor)::text as minor
     from ledger_entries group by 1, 2, 3 having sum(amount_minor) <> 0`,
  )
  const ledger = rows.map((row) => {
    return `${row['merchant_id']} ${row['currency']} ${accountFrom(String(row['account']))} ${row['minor']}`
  })
  assert.ok(ledger.length > 10, `${ledger.length}`)
  const totals = new Map<string, bigint>()
  for (const { merchant_id, currency, account, minor } of await readModes()) {
    const of = `${merchant_id} ${currency} ${account}`
    totals.set(of, (totals.get(of) ?? 0n) + minor)
  }
  const exported = [...totals].filter(([, minor]) => minor !== 0n).map(([of, minor]) => `${of} ${minor}`)
  assert.deepEqual(exported.toSorted(), ledger.toSorted())
})

test('random histories: each closed day has the net, the fees and the VAT of its settlement, and no other day has any', async () => {
  const rows = await service.database.query(
    `select day.merchant_id::text, day.is_test, store.merchant_code, day.currency::text, day.date::text,
       day.net_minor::text, day.fees_minor::text, day.vat_minor::text, day.is_closed
     from (
       select merchant_id, store_id, is_test, currency, date, net_minor, fees_minor, vat_minor, true as is_closed
       from settlements
       union all
       select merchant_id, store_id, is_test, currency, date, 0, 0, 0, false
       from pending_settlements where state = 'open'
     ) as day
     join stores as store on store.merchant_id = day.merchant_id and store.id = day.store_id`,
  )
  const days = rows.map((row) => {
    const text = (minor: unknown): string => formatMinorOf(BigInt(String(minor)), row['currency'] as Currency)
    const sums = { net: text(row['net_minor']), fees: text(row['fees_minor']), vat: text(row['vat_minor']) }
    return { ...row, ...sums, mode: row['is_test'] === true ? 'test' : 'live' } as Record<string, unknown>
  })
  const closed = days.filter(({ is_closed }) => is_closed === true)
  assert.ok(closed.length > 5, `${closed.length}`)
  const lines = await readModes()
  for (const [of, ofBooks] of Map.groupBy(closed, ({ merchant_id, mode }) => `${merchant_id} ${mode}`)) {
    const own = lines.filter(({ merchant_id, mode }) => `${merchant_id} ${mode}` === of)
    assertSettled(own, ofBooks)
  }
  const nameOf = (day: Readonly<Record<string, unknown>>): string =>
    `${day['merchant_id']} ${day['mode']} ${day['merchant_code']} ${day['date']}`
  const known = new Set(days.map(nameOf))
  const settled = lines.filter(({ cause }) => ['capture', 'refund', 'fee', 'fee_vat'].includes(cause))
  assert.deepEqual(
    settled.filter((line) => !known.has(nameOf({ ...line }))),
    [],
  )
})
