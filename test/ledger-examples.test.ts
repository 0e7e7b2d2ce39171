import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { storedAccounts } from '../src/money/ledger/entries.ts'
import { formatMinor } from '../testkit/amounts.ts'
import { succeed } from '../testkit/client.ts'
import type { Shop } from '../testkit/shop.ts'
import { openTestApi } from './support/api.ts'
import { pass, planOf, sendReturns, termsIn } from './support/plans.ts'
import { capture, get, refund } from './support/settlements.ts'

const api = await openTestApi()
after(() => api.close())
const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'money.md'), 'utf8')

interface Table {
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The page's tables whose first column has this name. */
function tablesOf(first: RegExp): Table[] {
  const tables = page.split(/\n(?!\|)/).map((block) => {
    const lines = block.split('\n').filter((line) => line.startsWith('|'))
    return lines.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  })
  return tables.flatMap(([names, , ...rows]) =>
    names?.[0] !== undefined && first.test(names[0]) ? [{ names, rows }] : [],
  )
}

const accounts = Object.values(storedAccounts)

/** The balance of each account of the merchant. */
async function balancesOf(merchantId: string): Promise<Record<string, bigint>> {
  const rows = await api.service.database.query(
    `select account, sum(amount_minor)::text as held from ledger_entries where merchant_id = '${merchantId}' group by 1`,
  )
  const held = new Map(rows.map((row) => [row['account'], BigInt(String(row['held']))]))
  return Object.fromEntries(accounts.map((account) => [account, held.get(account) ?? 0n]))
}

async function happen(shop: Shop, id: string, what: string): Promise<void> {
  const [verb = '', first = ''] = what.split(' ')
  const [, card] = / with card (\d+)$/.exec(what) ?? []
  if (verb === 'authorize')
    succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`, card ? { card } : undefined))
  else if (verb === 'close') succeed(await shop.call('POST', `/api/v2/payments/${id}/close`))
  else if (verb === 'capture') await capture(shop, id, first)
  else if (verb === 'refund') await refund(shop, id, first)
  else if (verb === 'part') await goTo(shop, (await planOf(shop, id)).installments[Number(first) - 1]?.due_date ?? '')
  else if (what === 'the processor confirms') await sendReturns(api)
  else if (what === 'three days later it has failed') await pass(shop, 'P3D')
  else if (what === 'the day is paid out') await pass(shop, 'P1D')
  else assert.fail(`nobody knows how to: ${what}`)
}

async function goTo(shop: Shop, date: string): Promise<void> {
  const { now } = await get(shop, '/sandbox/clock')
  await pass(shop, `PT${(Date.parse(`${date}T06:00:00Z`) - Date.parse(now)) / 1000}S`)
}

const ledgers = tablesOf(/^what happens$/).filter(({ names }) => names.includes('card_clearing'))

test('the page has its examples', () => {
  assert.deepEqual([ledgers.length, tablesOf(/% and/).length, tablesOf(/^day$/).length], [4, 5, 1])
})

for (const [index, { names, rows }] of ledgers.entries()) {
  test(`ledger, table ${index + 1}: every line has the postings of the page`, async () => {
    const { id: merchantId, test: shop } = await api.newMerchant({ fee: { percent: '5.00', vat_percent: '5.00' } })
    const plans = termsIn(rows[0]?.[0] ?? '')
    if (plans.length > 0) succeed(await shop.call('PUT', '/sandbox/stores/main/plans', { plans }))
    const id = await shop.createdPayment('340.00')
    for (const [what = '', ...cells] of rows) {
      // Payouts in between are not part of the line.
      if (what.startsWith('part')) await pass(shop, 'P1D')
      const before = await balancesOf(merchantId)
      await happen(shop, id, what)
      const balances = await balancesOf(merchantId)
      const moved = names.slice(1).map((name) => {
        const stored = storedAccounts[name as keyof typeof storedAccounts]
        const minor = (balances[stored] ?? 0n) - (before[stored] ?? 0n)
        return minor === 0n ? '' : formatMinor(Number(minor))
      })
      assert.deepEqual(moved, cells, what)
    }
  })
}

for (const { names, rows } of tablesOf(/% and/)) {
  test(`fees: ${names[0]}`, async () => {
    const [, percent, fixed, vat, back] =
      /^(\S+) % and (\S+) fixed, (\S+) % VAT, refunds return (\w+)$/.exec(names[0] ?? '') ?? []
    assert.ok(percent && fixed && vat && back)
    const { test: shop } = await api.newMerchant({ fee: { percent, fixed, vat_percent: vat, refund: back } })
    const id = await shop.authorizedPayment('340.00')
    for (const [what = ''] of rows) await happen(shop, id, what)
    const { lines } = await get(shop, '/api/v1/settlements/2026-03-01')
    assert.deepEqual(
      lines.map(({ amount, fee, vat: tax, net }: Record<string, string>) => [amount, fee, tax, net]),
      // A close has no line of its own.
      rows.filter(([, amount]) => amount !== '').map(([, ...cells]) => cells),
    )
  })
}

test('days and payouts: each day is settled as on the page', async () => {
  const [table] = tablesOf(/^day$/)
  const { test: shop } = await api.newMerchant({ fee: { percent: '5.00', vat_percent: '5.00' } })
  let id = ''
  for (const [what = ''] of table?.rows ?? []) {
    const [verb = '', amount = ''] = what.split(' ')
    if (verb === 'capture') id = await shop.capturedPayment(amount)
    else await refund(shop, id, amount)
    await pass(shop, 'P1D')
  }
  const days = (await get(shop, '/api/v1/settlements')).settlements.reverse()
  assert.deepEqual(
    days.map((day: Record<string, string>) =>
      ['captures', 'refunds', 'fees', 'vat', 'net', 'opening', 'paid_out', 'closing'].map((name) => day[name]),
    ),
    table?.rows.map(([, ...cells]) => cells),
  )
})
