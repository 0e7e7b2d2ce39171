import { createHash } from 'node:crypto'
import { wideNetworkOf } from '../../../platform/base/addresses.ts'
import { countryOf } from '../../../platform/base/markets.ts'
import { formatSeconds, type Instant } from '../../../platform/base/times.ts'
import { formatsFor } from '../../../platform/ui/words/formats.ts'
import type { Agreement } from '../../charges/agreement.ts'
import type { Payment } from '../../payments/payment.ts'
import { localDateOf } from '../../plans/local-time.ts'
import { splitIntoParts } from '../../plans/plan.ts'
import { serviceFeeOf } from '../../plans/service-fee.ts'
import { ageOn } from '../../risk/judge.ts'
import type { Session } from '../sessions/session.ts'
import { agreementAr, agreementEn, type PlanFigures } from './agreement-words.ts'

/** The version of `agreementEn`, `agreementAr` and of the form of the text. */
export const agreementVersion = '1'

type AgreedPayment = Pick<Payment, 'amountMinor' | 'currency' | 'orderReference' | 'plan'>

interface AgreementFacts {
  readonly payment: AgreedPayment
  readonly storeName: string
  readonly language: 'en' | 'ar'
  readonly startsAt: Instant
  /** Whether the shop has sent no date of birth: then the customer says to be of age. */
  readonly isAgeUnknown: boolean
}

/**
 * Returns the text that a customer agrees to by paying: the store and the order, each part with its date, the fee in
 * words, and what paying means. A line each.
 */
export function agreementText({ payment, storeName, language, startsAt, isAgeUnknown }: AgreementFacts): string {
  const { amountMinor, currency, orderReference, plan } = payment
  const { money, number, longDate } = formatsFor(language, countryOf(currency))
  const words = language === 'ar' ? agreementAr : agreementEn
  const terms = plan.chosen
  const parts = splitIntoParts({ terms, currency, amountMinor, startsAt })
  const feeMinor = serviceFeeOf(terms, amountMinor)
  const figures: PlanFigures = {
    ...{ count: terms.count, shown: number(terms.count) },
    isMonthly: terms.period === 'P1M',
    total: money(amountMinor + feeMinor, currency),
    fee: feeMinor === 0n ? null : money(feeMinor, currency),
  }
  return [
    [storeName, orderReference].filter((text) => text !== '').join(', '),
    ...parts.map(({ dueDate, amountMinor: minor }, index) => {
      return `${number(index + 1)}. ${longDate(dueDate)}: ${money(minor, currency)}`
    }),
    words.note(figures),
    words.agreed(figures),
    ...(isAgeUnknown ? [words.adult] : []),
  ].join('\n')
}

/** Returns the text that the customer of this session agrees to now, for the payment with its chosen terms. */
export function agreementOf(
  { storeName, createdAt }: Pick<Session, 'storeName' | 'createdAt'>,
  payment: Payment,
  language: 'en' | 'ar',
  now: Instant,
): string {
  const isAgeUnknown = ageOn(localDateOf(createdAt, payment.currency), payment.order.buyer.dob) === null
  return agreementText({ payment, storeName, language, startsAt: now, isAgeUnknown })
}

/** Returns the SHA-256 of a text, in hex. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Returns the agreement to a text as it is stored. `address`: of the customer, as the rate limits count it. */
export function agreedTo(
  text: string,
  {
    language,
    agreedAt,
    address,
    sessionId,
  }: {
    readonly language: 'en' | 'ar'
    readonly agreedAt: Instant
    readonly address: string
    readonly sessionId: Session['id']
  },
): Agreement {
  return {
    ...{ text, version: agreementVersion, language, agreed_at: formatSeconds(agreedAt) },
    network: wideNetworkOf(address) ?? null,
    session_id: sessionId,
    hash: hashOf(text),
  }
}
