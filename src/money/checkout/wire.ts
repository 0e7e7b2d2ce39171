import { formatAmount } from '../../platform/base/money.ts'
import { formatSeconds, type Instant } from '../../platform/base/times.ts'
import { logoPath } from '../../platform/merchants/stores/logo.ts'
import { paymentWire } from '../payments/wire.ts'
import { downPaymentPercent, installmentPeriod, splitIntoParts } from '../plans/plan.ts'
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
      available_products: isRejected ? {} : { installments: [planWire(session, baseUrl)] },
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

/** Returns the address of the hosted page. It always has a `?`: plugins append `&name=value`. */
export function pageUrl(session: Pick<Session, 'id' | 'lang'>, baseUrl: string): string {
  return `${baseUrl}/hpp/?sessionId=${session.id}&product=installments&lang=${session.lang}`
}

function planWire(session: Session, baseUrl: string): PlanAnswer {
  const { payment } = session
  const [first, ...later] = splitIntoParts(payment.amountMinor, payment.currency, session.createdAt)
  const downPaymentMinor = first?.amountMinor ?? 0n
  const format = (amountMinor: bigint): string => formatAmount(amountMinor, payment.currency)
  const [next] = later
  return {
    downpayment: format(downPaymentMinor),
    downpayment_percent: String(downPaymentPercent),
    amount_to_pay: format(payment.amountMinor - downPaymentMinor),
    order_amount: format(payment.amountMinor),
    next_payment_date: `${next?.dueDate}T00:00:00Z`,
    installments: later.map((part) => ({
      due_date: part.dueDate,
      amount: format(part.amountMinor),
      principal: format(part.amountMinor),
      service_fee: format(0n),
    })),
    installments_count: later.length,
    installment_period: installmentPeriod,
    pay_per_installment: format(next?.amountMinor ?? 0n),
    pay_after_delivery: false,
    service_fee: format(0n),
    web_url: pageUrl(session, baseUrl),
    qr_code: `${baseUrl}/api/v2/checkout/${session.id}/hpp_link_qr`,
  }
}
