import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dueFirstCharges } from '../../src/money/checkout/charges/first-charges.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { succeed } from '../../testkit/client.ts'
import { type CommandResult, feedQist } from '../../testkit/command.ts'
import type { Shop } from '../../testkit/shop.ts'
import { type NewMerchant, openTestApi, type TestApi } from './api.ts'
import { makeChargesDue } from './charges.ts'
import { pass, sendReturns } from './plans.ts'

// The sandbox's test cards with these results.
const cards = {
  declined: '4000000000000002',
  declinedLater: '4000000000000341',
  chargedLate: '4000000000000275',
  pending: '4000000000000283',
  refundPending: '4000000000007726',
  refundFails: '4000000000005126',
}

async function authorize(shop: Shop, card: string): Promise<string> {
  const id = await shop.createdPayment('340.00')
  await shop.call('POST', `/sandbox/payments/${id}/authorize`, { card })
  return id
}

async function checkFirstCharges({ service }: TestApi): Promise<void> {
  await makeChargesDue(service)
  await settleDue(service.app, dueFirstCharges)
}

// The sandbox's processor has its own clock.
async function makeLateOnesKnown({ service }: TestApi): Promise<void> {
  await service.database.query(`update sandbox_processor_movements set known_at = known_at - interval '10 seconds'`)
}

/** Four months with every kind of event: paid and declined instalments, refunds, failed refunds, a void. */
async function trade(api: TestApi, shop: Shop): Promise<void> {
  const paid = await shop.capturedPayment('340.00')
  for (const card of [cards.declined, cards.declinedLater]) {
    const id = await authorize(shop, card)
    await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00' })
  }
  await authorize(shop, cards.chargedLate)
  await checkFirstCharges(api)
  await makeLateOnesKnown(api)
  await checkFirstCharges(api)
  await pass(shop, 'P35D')
  succeed(await shop.call('POST', `/api/v2/payments/${paid}/refunds`, { amount: '200.00' }))
  for (const card of [cards.refundFails, cards.refundPending]) {
    succeed(await shop.call('POST', `/api/v2/payments/${await authorize(shop, card)}/close`))
  }
  await sendReturns(api)
  await sendReturns(api)
  await pass(shop, 'P90D')
  // Differences on purpose: a refund that is in the report only, and a charge that is not in it.
  succeed(await shop.call('POST', `/api/v2/payments/${await authorize(shop, cards.refundPending)}/close`))
  await sendReturns(api)
  await authorize(shop, cards.pending)
}

export const header = 'id,type,amount,currency,at'

/** Two merchants with movements, in the UAE and in Kuwait, and the command that reconciles reports with their books. */
export interface Traded {
  readonly service: TestApi['service']
  readonly merchant: NewMerchant
  readonly other: NewMerchant
  /** The options that limit the command to the first merchant's test payments. */
  readonly mine: readonly string[]
  /** The rows of the processor's report; by default of all time. */
  report(shop: Shop, from?: string, to?: string): Promise<string[]>
  /** The rows of all merchants and both modes. */
  wholeReport(): Promise<string[]>
  /** Adds the movements that the report lacked. */
  makeLateOnesKnown(): Promise<void>
  /** Writes a file with these rows. */
  write(rows: readonly string[]): string
  reconcile(...args: string[]): Promise<CommandResult>
  /** The same, with this text on standard input. */
  feed(input: string, ...args: string[]): Promise<CommandResult>
  /** Returns the command's JSON output for a file with these rows, and its exit code. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is printed
  compare(rows: readonly string[], ...args: readonly string[]): Promise<any>
  close(): Promise<void>
}

export async function openTraded(): Promise<Traded> {
  const api = await openTestApi()
  const { service } = api
  const folder = mkdtempSync(join(tmpdir(), 'qist-reports-'))
  const merchant = await api.newMerchant()
  const other = await api.newMerchant({ country: 'KW' })
  await trade(api, other.test)
  await trade(api, merchant.test)
  await merchant.live.authorizedPayment('100.00')
  let files = 0
  const report: Traded['report'] = async (shop, from = '2020-01-01', to = '2100-01-01') => {
    const query = new URLSearchParams({ from, to })
    const { text } = succeed(await shop.call('GET', `/sandbox/processor/report?${query}`))
    return text.trim().split('\r\n').slice(1)
  }
  const feed: Traded['feed'] = (input, ...args) =>
    feedQist(input, service.database.url, service.app.config.dataDir, 'reconcile', ...args)
  const write: Traded['write'] = (rows) => {
    files += 1
    const path = join(folder, `${files}.csv`)
    writeFileSync(path, [header, ...rows, ''].join('\r\n'))
    return path
  }
  return {
    service,
    merchant,
    other,
    mine: ['--merchant', merchant.id, '--mode', 'test'],
    report,
    async wholeReport() {
      const all = await Promise.all([merchant.test, merchant.live, other.test].map((shop) => report(shop)))
      return all.flat()
    },
    makeLateOnesKnown: () => makeLateOnesKnown(api),
    write,
    reconcile: (...args) => feed('', ...args),
    feed,
    async compare(rows, ...args) {
      const { code, stdout, stderr } = await feed('', write(rows), '--json', ...args)
      assert.equal(stderr, '')
      return { code, ...JSON.parse(stdout) }
    },
    async close() {
      await api.close()
      rmSync(folder, { recursive: true })
    },
  }
}
