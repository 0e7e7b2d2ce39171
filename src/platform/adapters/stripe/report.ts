import type Stripe from 'stripe'
import type { Currency } from '../../base/markets.ts'
import { second } from '../../base/times.ts'
import type { ReportLine, ReportQuery } from '../card-processor.ts'
import { ours } from './charges.ts'
import type { StripeClient } from './client.ts'

const pageSize = 100

/** Returns a merchant's charges and refunds at Stripe, oldest first. Stripe's times are whole seconds. */
export async function reportOf(client: StripeClient, query: ReportQuery): Promise<readonly ReportLine[]> {
  const params = {
    created: { gte: Math.ceil(query.from / second), lt: Math.ceil(query.to / second) },
    limit: pageSize,
  }
  const charges = await readAll(client, (stripe) => stripe.charges.list(params))
  const refunds = await readAll(client, (stripe) => stripe.refunds.list(params))
  const lines = [
    ...refunds.flatMap((refund) => lineOf('refund', ours.refund, refund, query)),
    // An authorization without a capture has moved no money.
    ...charges.filter(({ captured }) => captured).flatMap((charge) => lineOf('charge', ours.charge, charge, query)),
  ]
  // Stripe lists the newest first. The sort is stable, so rows of one second keep their order.
  return lines.reverse().sort((a, b) => a.at - b.at)
}

/** Returns every object of a list, newest first. Reads page after page. */
export async function readAll<T extends { id: string }>(
  client: StripeClient,
  list: (stripe: Stripe) => Stripe.ApiListPromise<T>,
): Promise<readonly T[]> {
  return client.read(async (stripe) => {
    const all: T[] = []
    for await (const one of list(stripe)) all.push(one)
    return all
  })
}

type Movement = Pick<Stripe.Charge | Stripe.Refund, 'amount' | 'currency' | 'created' | 'status' | 'metadata'>

function lineOf(type: ReportLine['type'], key: string, moved: Movement, query: ReportQuery): ReportLine[] {
  const { metadata, status, amount, currency, created } = moved
  const id = metadata?.[key]
  const isTheirs =
    metadata?.[ours.merchant] === query.merchantId && metadata[ours.mode] === (query.isTest ? 'test' : 'live')
  if (id === undefined || !isTheirs || status !== 'succeeded') return []
  const amountMinor = BigInt(amount)
  return [{ id, type, amountMinor, currency: currency.toUpperCase() as Currency, at: created * second }]
}
