import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkReturns } from '../../src/money/charges/integrity/checks.ts'
import { checkDisputes } from '../../src/money/disputes/integrity/check-disputes.ts'
import { checkIntegrity } from '../../src/money/payments/integrity/check-integrity.ts'
import { checkMovements } from '../../src/money/settlements/integrity/check-movements.ts'
import type { App } from '../../src/platform/app/app.ts'
import type { Examined } from '../../src/platform/base/finding.ts'
import { minute } from '../../src/platform/base/times.ts'
import { openTestApi } from '../support/api.ts'
import { capture, refund } from '../support/settlements.ts'
import { type History, writeHistory } from './written-history.ts'

// Rows of earlier versions in a current history. Seals are not checked, because they were made later.
const api = await openTestApi()
const { service } = api
const { query } = service.database
after(() => api.close())
let history: History
before(async () => {
  history = await writeHistory(api)
})

async function findingsOf(check: (app: App) => AsyncGenerator<Examined>): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const { findings } of check(service.app)) found.push(...findings)
  return found
}

const ofReturns = (id: string): string => `source_id in (select id from returns where payment_id = '${id}')`
const posted = (id: string): Promise<unknown> =>
  query(`update ledger_entries set account = 'cash' where source_id = '${id}' and account = 'refunds_payable'`)
const opened = (id: string): Promise<unknown> =>
  query(`insert into ledger_entries (merchant_id, source_id, version, account, cause, currency, amount_minor, at)
    select merchant_id, id, 0, account, 'opening', currency, sign * amount_minor, created_at
    from returns cross join (values ('cash', 1), ('refunds_payable', -1)) as entry (account, sign) where payment_id = '${id}'`)

test('returns from before their account existed are no findings: confirmed, failed or waiting at its opening', async () => {
  const { refunded, stuck, latest } = history
  for (const id of [refunded, stuck, latest]) await posted(id)
  await query(`delete from ledger_entries where ${ofReturns(refunded)}`)
  await opened(latest)
  assert.deepEqual(await findingsOf(checkReturns), [])
  assert.deepEqual(await findingsOf(checkIntegrity), [])
})

test('returns that were confirmed or failed after the opening are no findings', async () => {
  const { stuck, latest } = history
  await opened(stuck)
  await query(`update ledger_entries set account = 'refunds_payable'
    where source_id = '${stuck}' and cause = 'failed_return' and account = 'cash'`)
  await query(`insert into ledger_entries (merchant_id, source_id, version, account, cause, currency, amount_minor, at)
    select merchant_id, source_id, 1, account, 'confirmed_return', currency, -amount_minor, now()
    from ledger_entries where ${ofReturns(latest)}`)
  await query(
    `update returns set state = 'confirmed', settled_at = now(), resolve_at = null where payment_id = '${latest}'`,
  )
  assert.deepEqual(await findingsOf(checkReturns), [])
  assert.deepEqual(await findingsOf(checkIntegrity), [])
})

test('an opened return with another amount is found, and so is a waiting one that was not opened', async () => {
  const { stuck, latest } = history
  await query(`update ledger_entries set amount_minor = amount_minor + sign(amount_minor)
    where cause = 'opening' and ${ofReturns(stuck)}`)
  await query(`delete from ledger_entries where ${ofReturns(latest)}`)
  await query(`update returns set state = 'waiting', resolve_at = now() where payment_id = '${latest}'`)
  const found = JSON.stringify(await findingsOf(checkReturns))
  assert.match(found, /it is of 22.50 AED, and was opened with card_clearing 22.51 AED \(opening\)/)
  assert.match(found, /it waits, and nothing says what is owed/)
})

test("a dispute's refund with its reference in the merchant's column is found", async () => {
  await query(`update payment_timeline set reference_id = service_reference, service_reference = null
    where payment_id = '${history.approved}' and move = 'refund'`)
  assert.deepEqual(await findingsOf(checkDisputes), [])
})

test('VAT that version 0.1.0 rounded per movement is no finding, and later VAT neither', async () => {
  const { shop } = history
  const id = await shop.authorizedPayment('20.00')
  for (const reference of ['e1', 'e2', 'e3']) await capture(shop, id, '2.00', reference)
  // Fees of 1.10, 0.10 and 0.10: each 0.10 alone has 0.01 of VAT, together with the earlier ones none.
  const step = (version: number): string => `payment_id = '${id}' and version = ${version}`
  for (const version of [3, 4, 5]) {
    await query(
      `update payment_timeline set fee_rates = (fee_rates::jsonb - 'vat_rounding')::json where ${step(version)}`,
    )
  }
  const vatOf = async (): Promise<unknown[]> =>
    (
      await query(`select fee_vat_minor::int as vat from payment_timeline where payment_id = '${id}' and fee_minor is not null
      order by version`)
    ).map(({ vat }) => vat)
  assert.deepEqual(await vatOf(), [6, 0, 1])
  await query(`update payment_timeline set fee_vat_minor = 1 where ${step(4)}`)
  await query(`insert into ledger_entries (merchant_id, source_id, version, account, cause, currency, amount_minor, at)
    select merchant_id, source_id, 4, account, cause, currency, amount_minor, (select at from payment_timeline where ${step(4)})
    from ledger_entries where source_id = '${id}' and version = 5 and cause = 'fee_vat'`)
  assert.deepEqual(await problemsOf(id), [])
  // The process knows the payment for a minute, and no version has told it of these rows.
  service.clock.advance(minute + 1)
  await capture(shop, id, '14.00', 'e4')
  await refund(shop, id, '10.00', 'e5')
  // 0.08 were posted before; 2.00 of fees have 0.10 and 1.50 have 0.08.
  assert.deepEqual(await vatOf(), [6, 1, 1, 2, -2])
  assert.deepEqual(await problemsOf(id), [])
  await query(`update payment_timeline set fee_vat_minor = 2 where ${step(4)}`)
  assert.match(
    JSON.stringify(await problemsOf(id)),
    /VAT of the capture of version 4 is 0.02 AED, by its rates it is 0.01 AED/,
  )
})

async function problemsOf(id: string): Promise<unknown[]> {
  return (await findingsOf(checkIntegrity)).filter((finding) => JSON.stringify(finding).includes(id))
}

test('a capture from before orders were stored with it has its old reference, although the order was renamed', async () => {
  const { refunded, approved, shop } = history
  await query(`update payment_timeline set service_reference = reference_id, reference_id = ''
    where payment_id = '${approved}' and move = 'refund'`)
  await shop.call('PUT', `/api/v2/payments/${refunded}`, { order: { reference_id: 'renamed' } })
  await query(`update payment_timeline set order_reference = null where payment_id = '${refunded}'`)
  assert.deepEqual(await findingsOf(checkMovements), [])
})
