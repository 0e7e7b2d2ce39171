import assert from 'node:assert/strict'
import type { Plan } from '../../src/money/collections/answers.ts'
import { dueReturns } from '../../src/money/collections/due-returns.ts'
import { dueLaterCharges } from '../../src/money/collections/later-charges.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'
import type { TestApi } from './api.ts'
import { makeChargesDue } from './charges.ts'

/** Advances the merchant's clock. */
export const pass = async (shop: Shop, advance: string): Promise<void> => {
  succeed(await shop.call('POST', '/sandbox/clock', { advance }))
}
export const planOf = async (shop: Shop, id: string): Promise<Plan> =>
  succeed(await shop.call('GET', `/sandbox/payments/${id}/plan`)).body.plan

/** Sends or checks all waiting returns. */
export async function sendReturns({ service }: TestApi): Promise<void> {
  await service.database.query(`update returns set resolve_at = statement_timestamp() where state = 'waiting'`)
  while ((await settleDue(service.app, dueReturns)) > 0);
}

/** Queries the processor about every later charge whose answer was lost. */
export async function checkLaterCharges({ service }: TestApi): Promise<void> {
  await makeChargesDue(service)
  await settleDue(service.app, dueLaterCharges)
}

/** Lists the movements at the processor: `charge 85.00 AED`. */
export async function movedFor(shop: Shop): Promise<string[]> {
  const report = await shop.call('GET', '/sandbox/processor/report?from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z')
  const [, ...lines] = succeed(report).text.trim().split('\r\n')
  return lines.map((line) => line.split(',').slice(1, 4).join(' '))
}

export const minor = (amount: string): number => Number(amount.replace('.', ''))
const sum = (amounts: readonly string[]): number => amounts.reduce((total, amount) => total + minor(amount), 0)

/** Asserts that the instalments sum to the total, and that each is not negative and not overpaid. */
export function assertExact({ installments, total, paid }: Plan, of = total): void {
  assert.equal(total, of)
  assert.equal(sum(installments.map(({ amount }) => amount)), minor(total))
  assert.equal(sum(installments.map((one) => one.paid)), minor(paid))
  for (const one of installments) assert.ok(0 <= minor(one.paid) && minor(one.paid) <= minor(one.amount))
}

/** Returns the terms in a line of docs/money.md: `by 6xP1M, 10 % first, fee 2.50 % and 1.00 spread`; none without. */
export function termsIn(line: string): object[] {
  const [, count, period, first, percent, fixed, fee_on] =
    / by (\d+)x(P1M|P2W)(?:, (\d+) % first)?(?:, fee (\S+) % and (\S+) (first|spread))?$/.exec(line) ?? []
  if (count === undefined) return []
  // A fixed fee is too high for small orders.
  const fee = percent === undefined ? {} : { service_fee: { percent, fixed }, fee_on, min_amount: '100.00' }
  return [{ count: Number(count), period, down_payment: first ?? null, ...fee }]
}
