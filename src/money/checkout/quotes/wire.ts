import { formatAmount } from '../../../platform/base/money.ts'
import { installmentPeriod } from '../../plans/plan.ts'
import type { QuoteAnswer } from './answers.ts'
import type { Quote } from './quote.ts'

/** Returns the figures of a quote (docs/contract/messaging.md#figures). */
export function quoteWire({ currency, priceMinor, parts, minMinor, maxMinor }: Quote): QuoteAnswer {
  const format = (amountMinor: bigint): string => formatAmount(amountMinor, currency)
  const [first, ...later] = parts
  const plan = first && {
    count: parts.length,
    period: installmentPeriod,
    today: format(first.amountMinor),
    installments: later.map(({ dueDate, amountMinor }) => ({ due_date: dueDate, amount: format(amountMinor) })),
    service_fee: format(0n),
  }
  return {
    currency,
    price: format(priceMinor),
    is_available: plan !== undefined,
    plans: plan === undefined ? [] : [plan],
    min_amount: format(minMinor),
    max_amount: format(maxMinor),
  }
}
