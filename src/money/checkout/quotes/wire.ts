import { formatAmount } from '../../../platform/base/money.ts'
import { serviceFeeOf } from '../../plans/service-fee.ts'
import type { QuoteAnswer } from './answers.ts'
import type { Quote, QuotedPlan } from './quote.ts'
import { sayPlan } from './say-plan.ts'

/** Returns the figures of a quote (docs/contract/messaging.md#figures). */
export function quoteWire({ currency, priceMinor, plans, minMinor, maxMinor }: Quote): QuoteAnswer {
  const format = (amountMinor: bigint): string => formatAmount(amountMinor, currency)
  const planWire = (plan: QuotedPlan): QuoteAnswer['plans'][number] => {
    const {
      terms,
      parts: [first, ...later],
    } = plan
    const sentence = sayPlan(plan, priceMinor, currency)
    return {
      count: terms.count,
      period: terms.period,
      today: format(first?.amountMinor ?? 0n),
      installments: later.map(({ dueDate, amountMinor }) => ({ due_date: dueDate, amount: format(amountMinor) })),
      service_fee: format(serviceFeeOf(terms, priceMinor)),
      ...(sentence && { sentence }),
    }
  }
  return {
    currency,
    price: format(priceMinor),
    is_available: plans.length > 0,
    plans: plans.map(planWire),
    min_amount: format(minMinor),
    max_amount: format(maxMinor),
  }
}
