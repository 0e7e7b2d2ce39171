import type { Instant } from '../base/times.ts'
import type { Charge } from '../charges/charge.ts'
import type { LoadedPlan } from '../collections/get-plan.ts'
import { leftOf, planAt } from '../plans/plan.ts'

/** Which instalments a charge was for, by what was owed and paid when it was made. */
export function coveredBy(plan: LoadedPlan, { id, createdAt, amountMinor }: Charge): number[] {
  const { installments } = planAt({ ...plan.facts, ...sumsBefore(plan, id, createdAt) }, createdAt)
  const numbers: number[] = []
  let leftMinor = amountMinor
  for (const installment of installments) {
    if (leftMinor <= 0n) break
    if (leftOf(installment) === 0n) continue
    numbers.push(installment.number)
    leftMinor -= leftOf(installment)
  }
  return numbers
}

function sumsBefore({ payment, charges, returns }: LoadedPlan, chargeId: string, at: Instant) {
  const sum = (amounts: readonly { readonly amountMinor: bigint }[]): bigint =>
    amounts.reduce((total, { amountMinor }) => total + amountMinor, 0n)
  const isBefore = ({ createdAt }: { readonly createdAt: Instant }): boolean => createdAt <= at
  const charged = charges.filter(
    ({ id, state, settledAt, createdAt }) => state === 'approved' && id < chargeId && (settledAt ?? createdAt) <= at,
  )
  const returned = returns.filter((sent) => sent.state !== 'failed' && isBefore(sent))
  const isClosed = payment.closedAt !== null && payment.closedAt <= at
  const billed = sum(payment.captures.filter(isBefore)) - sum(payment.refunds.filter(isBefore))
  return { totalMinor: isClosed ? billed : payment.amountMinor, coveredMinor: sum(charged) - sum(returned) }
}

/** `instalment 2`, `instalments 2–4`. */
export function sayInstallments(numbers: readonly number[]): string {
  const [first, last] = [numbers[0], numbers.at(-1)]
  if (first === undefined) return 'nothing that is owed'
  return first === last ? `instalment ${first}` : `instalments ${first}–${last}`
}
