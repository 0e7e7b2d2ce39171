import assert from 'node:assert/strict'
import { bookAll } from '../../src/money/settlements/bookings.ts'
import { dueSettlements } from '../../src/money/settlements/due-settlements.ts'
import type { App } from '../../src/platform/app/app.ts'
import { day, hour, minute } from '../../src/platform/base/times.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { beneficiaryFrom } from '../../src/platform/merchants/stores/beneficiary.ts'
import { changeStore } from '../../src/platform/merchants/stores/change-store.ts'
import { type CommandResult, runQist } from '../../testkit/command.ts'
import { checkoutBody, newBuyer, type Shop } from '../../testkit/shop.ts'
import { type NewMerchant, openTestApi, type TestApi } from './api.ts'

export const secrets = { QIST_MODE: 'production', SECRETS_KEY: 'a1b2'.repeat(16), SIGNING_KEY: 'c3d4'.repeat(16) }

/** A production service on a database that was filled as a sandbox. It settles and pays captures as production does. */
export interface Production {
  readonly api: TestApi
  /** The service in production mode. */
  readonly app: App
  /** Makes a merchant whose store `main` has a beneficiary, by default. */
  newMerchant(iban?: string, name?: string): Promise<NewMerchant>
  /** Makes a payment that is captured and closed. */
  sell(shop: Shop, amount: string): Promise<string>
  /** Advances the clock past the end of the day in Dubai, to 14:00 of the next one. */
  passDay(): Promise<void>
  /** Makes a merchant's only payout: of this amount, sold in one day. Returns its reference. */
  newPayout(merchant: NewMerchant, amount?: string): Promise<string>
  /** Lists a merchant's payouts as `reference state amount`, oldest first. */
  payoutsOf(merchant: NewMerchant): Promise<string[]>
  qist(...args: string[]): Promise<CommandResult>
  close(): Promise<void>
}

export const iban = { ae: 'AE070331234567890123456', sa: 'SA0380000000608010167519' }

const today = Date.now()

/** Weeks ago, at 14:00 in Dubai, so that all data is in the past for commands, which use the machine's clock. */
const startAt = Math.floor(today / day) * day - 30 * day + 10 * hour

export async function openProduction(): Promise<Production> {
  const api = await openTestApi({ startAt })
  const { service } = api
  const app: App = { ...service.app, config: { ...service.app.config, mode: 'production' } }
  Object.assign(process.env, secrets)
  const query = (sql: string) => service.database.query(sql)
  const sell: Production['sell'] = async (shop, amount) => {
    const body = checkoutBody('main', 'AED', amount, { buyer: newBuyer() })
    const { payment } = (await shop.call('POST', '/api/v2/checkout', body)).body
    assert.equal((await shop.call('POST', `/sandbox/payments/${payment.id}/authorize`)).status, 200)
    const captured = await shop.call('POST', `/api/v2/payments/${payment.id}/captures`, { amount })
    assert.equal(captured.body.status, 'CLOSED', captured.text)
    return payment.id
  }
  const passDay: Production['passDay'] = async () => {
    await bookAll(app)
    const dubai = 4 * hour
    const midnight = Math.ceil((service.clock.now() + dubai) / day) * day - dubai
    for (const ms of [2 * minute, 10 * hour, 14 * hour]) {
      service.clock.set(midnight + ms)
      await settleDue(app, dueSettlements)
    }
  }
  const payoutsOf: Production['payoutsOf'] = async ({ id }) => {
    const rows = await query(
      `select concat_ws(' ', reference, state, amount_minor) as payout from payouts where merchant_id = '${id}' order by created_at, id`,
    )
    return rows.map(({ payout }) => String(payout))
  }
  return {
    ...{ api, app, sell, passDay, payoutsOf },
    async newMerchant(to = iban.ae, name = 'Shop LLC') {
      const merchant = await api.newMerchant()
      await changeStore(app, merchant.id, 'main', () => ({ beneficiary: beneficiaryFrom(name, to) }))
      return merchant
    },
    async newPayout(merchant, amount = '100.00') {
      await sell(merchant.live, amount)
      await passDay()
      const [payout] = (await payoutsOf(merchant)).slice(-1)
      return payout?.split(' ')[0] ?? assert.fail('no payout was made')
    },
    qist: (...args) => runQist(service.database.url, service.app.config.dataDir, ...args),
    close: () => api.close(),
  }
}

/** Returns the ledger entries of a payout, oldest first. */
export async function postedFor({ api }: Production, reference: string): Promise<string[]> {
  const rows = await api.service.database.query(
    `select concat_ws(' ', entry.account, entry.cause, entry.amount_minor) as entry
     from payouts join ledger_entries as entry on entry.merchant_id = payouts.merchant_id and entry.source_id = payouts.id
     where reference = '${reference}' order by entry.amount_minor`,
  )
  return rows.map(({ entry }) => String(entry))
}

/** The lines of a CSV without its header. */
export function linesOf(csv: string): string[] {
  const [header, ...lines] = csv.split('\r\n')
  assert.equal(header, 'reference,beneficiary_name,iban,amount,currency,merchant_code')
  assert.equal(lines.pop(), '')
  return lines
}

/** The date `days` after the day on which the tests began, so that midnight changes nothing. */
export const dateOf = (days: number): string => new Date(today + days * day).toISOString().slice(0, 10)
