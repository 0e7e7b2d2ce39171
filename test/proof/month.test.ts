import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MonthLife } from '../../proof/month-merchant.ts'
import type { PaymentPlan } from '../../proof/month-plans.ts'
import { openMerchants } from '../../proof/month-stores.ts'
import type { Records } from '../../proof/records.ts'
import { missing } from '../../proof/simulated-month.ts'
import { type Answer, type Client, readAnswer } from '../../testkit/client.ts'
import { share } from '../../testkit/fee-model.ts'
import { seeded } from '../../testkit/random.ts'

/** Makes every requested merchant, and nothing else. */
const client: Client = {
  baseUrl: '',
  as: () => client,
  close: async () => undefined,
  async call(): Promise<Answer> {
    const keys = { test: { secret: 'test' }, live: { secret: 'live' } }
    const headers = new Headers({ 'content-type': 'application/json' })
    return readAnswer(200, headers, JSON.stringify({ merchant: { id: 'a merchant' }, keys }))
  },
}

/** All payments of a month that this seed plans. */
async function planMonth(seed: number): Promise<PaymentPlan[]> {
  const records: Pick<Records, 'query'> = { query: async () => [] }
  const callers = { uae: client, ksa: client }
  const merchants = await openMerchants(records as Records, callers, missing, seeded(seed, 'p25 stores'))
  const callbacks = {
    onPayment: () => undefined,
    onWrong: assert.fail,
    tally: new Map(),
    holdUp: async () => undefined,
  }
  return merchants.flatMap((merchant, index) => {
    const random = seeded(seed, `p25 merchant ${index + 1}`)
    const life = new MonthLife(merchant, random, { days: missing.days, atOnce: 1, callbacks })
    return life.plan(Math.ceil((missing.payments - index) / merchants.length))
  })
}

/** Whether its first refund returns a fee, which the second one must not return again. */
function givesBackTwice({ store, steps }: PaymentPlan): boolean {
  const [first, second] = steps.flatMap((step) => (step.do === 'refund' ? [step.minor] : []))
  const [rates] = store.rates
  if (first === undefined || second === undefined || rates === undefined || rates.refund === 'none') return false
  return share(BigInt(first), rates.percent) > 0n
}

test('for any seed the month without the guard has payments that would return a fee twice', async () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const found = (await planMonth(seed)).filter(givesBackTwice)
    assert.ok(found.length > 0, `seed ${seed}`)
  }
})
