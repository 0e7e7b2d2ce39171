import { formatAmount } from '../../platform/base/money.ts'
import { formatSeconds, type Instant } from '../../platform/base/times.ts'
import { logoPath } from '../../platform/merchants/stores/logo.ts'
import { type PlanTerms, planName } from '../../platform/merchants/stores/plan-terms.ts'
import { offeredBy } from '../payments/payment-plan.ts'
import { paymentWire } from '../payments/wire.ts'
import { splitIntoParts } from '../plans/plan.ts'
import { serviceFeeOf } from '../plans/service-fee.ts'
import type { PlanAnswer, SessionAnswer } from './answers.ts'
import { type Session, statusOf } from './sessions/session.ts'

/** Returns a session as checkout answers it (docs/contract/checkout.md#the-session). */
export function sessionWire(session: Session, now: Instant, baseUrl: string): SessionAnswer {
  const status = statusOf(session, now)
  const isRejected = status === 'rejected'
  const rejectionReason = isRejected ? (session.rejectionReason ?? 'not_available') : null
  return {
    id: session.id,
    status,
    // The Android SDK reads the reason here.
    rejection_reason_code: rejectionReason,
    warnings: null,
    lang: session.lang,
    merchant_code: session.merchantCode,
    merchant: { name: session.storeName, address: '', logo: logoUrl(session, baseUrl) },
    merchant_urls: session.merchantUrls,
    token: session.token,
    configuration: {
      currency: session.payment.currency,
      expires_at: formatSeconds(session.expiresAt),
      available_products: isRejected ? {} : { installments: plansWire(session, baseUrl) },
      products: {
        installments: {
          type: 'installments',
          is_available: !isRejected,
          rejection_reason: rejectionReason,
        },
      },
    },
    payment: paymentWire(session.payment, now),
  }
}

function logoUrl({ storeLogo, payment }: Session, baseUrl: string): string {
  const path = logoPath(payment, storeLogo)
  return path === undefined ? '' : `${baseUrl}${path}`
}

/**
 * Returns the address of the hosted page, which opens with the terms of this name chosen. It always has a `?`: plugins
 * append `&name=value`.
 */
export function pageUrl(session: Pick<Session, 'id' | 'lang'>, baseUrl: string, plan?: string): string {
  const chosen = plan === undefined ? '' : `&plan=${plan}`
  return `${baseUrl}/hpp/?sessionId=${session.id}&product=installments&lang=${session.lang}${chosen}`
}

function plansWire(session: Session, baseUrl: string): PlanAnswer[] {
  const offered = offeredBy(session.payment.plan)
  return offered.map((terms) => planWire(session, terms, baseUrl, offered.length > 1))
}

function planWire(session: Session, terms: PlanTerms, baseUrl: string, isOneOfSeveral: boolean): PlanAnswer {
  const { payment, createdAt: startsAt } = session
  const { amountMinor, currency } = payment
  const [first, ...later] = splitIntoParts({ terms, currency, amountMinor, startsAt })
  const feeMinor = serviceFeeOf(terms, amountMinor)
  const name = isOneOfSeveral ? planName(terms) : undefined
  const downPaymentMinor = first?.amountMinor ?? 0n
  const format = (amountMinor: bigint): string => formatAmount(amountMinor, currency)
  const [next] = later
  return {
    downpayment: format(downPaymentMinor),
    downpayment_percent: downPaymentPercent(terms),
    amount_to_pay: format(amountMinor + feeMinor - downPaymentMinor),
    order_amount: format(amountMinor),
    next_payment_date: `${next?.dueDate}T00:00:00Z`,
    installments: later.map((part) => ({
      due_date: part.dueDate,
      amount: format(part.amountMinor),
      principal: format(part.amountMinor - part.feeMinor),
      service_fee: format(part.feeMinor),
    })),
    installments_count: later.length,
    installment_period: terms.period,
    pay_per_installment: format(next?.amountMinor ?? 0n),
    pay_after_delivery: false,
    service_fee: format(feeMinor),
    web_url: pageUrl(session, baseUrl, name),
    qr_code: `${baseUrl}/api/v2/checkout/${session.id}/hpp_link_qr${name === undefined ? '' : `?plan=${name}`}`,
  }
}

// Without trailing zeros. Of equal parts, rounded to two decimals.
function downPaymentPercent({ count, downPayment }: PlanTerms): string {
  return String(downPayment === null ? Number((100 / count).toFixed(2)) : downPayment / 100)
}
