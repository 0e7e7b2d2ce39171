import { withinDeadline } from '../base/deadline.ts'
import { second } from '../base/times.ts'
import type { CardProcessor, HostedCard } from './card-processor.ts'

/** Time limits of a processor's calls, in milliseconds. */
interface CardDeadlines {
  readonly tokenizeMs: number
  /** Longer than the page waits: a late answer still counts. */
  readonly chargeMs: number
  readonly findMs: number
  readonly refundMs: number
  readonly reportMs: number
}

const usualCardDeadlines: CardDeadlines = {
  tokenizeMs: 20 * second,
  chargeMs: 60 * second,
  findMs: 10 * second,
  refundMs: 20 * second,
  reportMs: 60 * second,
}

const who = 'the card processor'

/**
 * Returns the processor with a time limit for every call. A call without an answer in time throws DeadlinePassed. As
 * any error of a processor it means that the outcome is unknown.
 */
export function answerInTime(cards: CardProcessor, limits: CardDeadlines = usualCardDeadlines): CardProcessor {
  const { checkSecurityCode } = cards
  return {
    ...(checkSecurityCode && {
      checkSecurityCode: (card, code) => withinDeadline(who, limits.tokenizeMs, checkSecurityCode(card, code)),
    }),
    tokenize: (card) => withinDeadline(who, limits.tokenizeMs, cards.tokenize(card)),
    charge: (charge) => withinDeadline(who, limits.chargeMs, cards.charge(charge)),
    answerChallenge: (charge, isConfirmed) =>
      withinDeadline(who, limits.chargeMs, cards.answerChallenge(charge, isConfirmed)),
    find: (charge) => withinDeadline(who, limits.findMs, cards.find(charge)),
    refund: (refund) => withinDeadline(who, limits.refundMs, cards.refund(refund)),
    findRefund: (refund) => withinDeadline(who, limits.findMs, cards.findRefund(refund)),
    limits: (currency) => cards.limits(currency),
    report: (query) => withinDeadline(who, limits.reportMs, cards.report(query)),
    ...(cards.hostedCard === undefined ? {} : { hostedCard: hostInTime(cards.hostedCard, limits) }),
  }
}

function hostInTime(page: HostedCard, { tokenizeMs }: CardDeadlines): HostedCard {
  return {
    addressOf: (entry) => withinDeadline(who, tokenizeMs, page.addressOf(entry)),
    read: (entry) => withinDeadline(who, tokenizeMs, page.read(entry)),
  }
}
