// The fees and VAT of captures and refunds, by docs/contract/money.md#fees. The model shares no code with the service.
// Amounts in minor units, percentages in hundredths of a percent.

export interface Rates {
  readonly percent: number
  readonly fixed: bigint
  readonly vatPercent: number
  readonly refund: 'percent' | 'none' | 'all'
}

export const noRates: Rates = { percent: 0, fixed: 0n, vatPercent: 0, refund: 'percent' }

/** A capture or refund, with the rates that applied to it. */
export interface CostedMovement {
  readonly type: 'capture' | 'refund'
  readonly amount: bigint
  readonly rates: Rates
}

/** Fee and VAT; negative: returned to the merchant. */
export interface Cost {
  readonly fee: bigint
  readonly vat: bigint
}

/** Returns a share in hundredths of a percent. Half a minor unit is rounded away from zero. */
export function share(of: bigint, hundredths: number): bigint {
  return nearest(of * BigInt(hundredths))
}

function nearest(product: bigint): bigint {
  const size = product < 0n ? -product : product
  const rounded = size / 10_000n + (size % 10_000n >= 5_000n ? 1n : 0n)
  return product < 0n ? -rounded : rounded
}

/** Returns the cost of each movement of a payment. The movements are in the order in which they were made. */
export function costsOf(movements: readonly CostedMovement[]): Cost[] {
  const charged = { amount: 0n, percent: 0n, fixed: 0n }
  const back = { amount: 0n, percent: 0n, fixed: 0n }
  const vat = { exact: 0n, posted: 0n }
  return movements.map(({ type, amount, rates }) => {
    const fee = type === 'capture' ? captureFee(charged, amount, rates) : -refundFee(charged, back, amount, rates)
    vat.exact += fee * BigInt(rates.vatPercent)
    const total = vat.exact > 0n ? nearest(vat.exact) : 0n
    const cost = { fee, vat: total - vat.posted }
    vat.posted = total
    return cost
  })
}

interface Parts {
  amount: bigint
  percent: bigint
  fixed: bigint
}

function captureFee(charged: Parts, amount: bigint, rates: Rates): bigint {
  const percent = share(amount, rates.percent)
  const fixed = charged.amount === 0n ? rates.fixed : 0n
  charged.amount += amount
  charged.percent += percent
  charged.fixed += fixed
  return percent + fixed
}

function refundFee(charged: Parts, back: Parts, amount: bigint, rates: Rates): bigint {
  back.amount += amount
  const refundable = share(back.amount, rates.percent)
  const most = refundable < charged.percent ? refundable : charged.percent
  const percent = rates.refund === 'none' || most < back.percent ? 0n : most - back.percent
  const fixed = rates.refund === 'all' && back.amount === charged.amount ? charged.fixed - back.fixed : 0n
  back.percent += percent
  back.fixed += fixed
  return percent + fixed
}

/** Returns the sums of fees and VAT. */
export function totalOf(costs: readonly Cost[]): Cost {
  return costs.reduce((sum, { fee, vat }) => ({ fee: sum.fee + fee, vat: sum.vat + vat }), { fee: 0n, vat: 0n })
}
