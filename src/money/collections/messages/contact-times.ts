import type { Currency } from '../../../platform/base/markets.ts'
import { currencyOfPhone } from '../../../platform/base/phone.ts'
import { day, type Instant } from '../../../platform/base/times.ts'
import { everyMarket } from '../../obligations/profiles.ts'
import { daysLater, instantOf, localDateOf } from '../../plans/local-time.ts'

const { count, days, from, until } = everyMarket.contacts.value

/** Returns since when messages to a phone count for its limit. */
export function countedSince(now: Instant): Instant {
  return now - days * day
}

/**
 * Returns when the next message may go to a phone (E.164), not before `now`: at most ten in 30 days, and none at night
 * (docs/contract/terms.md#obligations). `sentAt`: the earlier ones, oldest first. `currency`: of the store, for phones
 * of other countries than the markets'.
 */
export function contactTime(phone: string, currency: Currency, sentAt: readonly Instant[], now: Instant): Instant {
  const counted = sentAt.filter((at) => at > countedSince(now))
  const leaving = counted[counted.length - count]
  return afterNight(leaving === undefined ? now : leaving + days * day, currencyOfPhone(phone) ?? currency)
}

function afterNight(at: Instant, currency: Currency): Instant {
  const date = localDateOf(at, currency)
  const morning = instantOf(`${date}T${from}`, currency)
  if (at < morning) return morning
  return at < instantOf(`${date}T${until}`, currency) ? at : instantOf(`${daysLater(date, 1)}T${from}`, currency)
}
