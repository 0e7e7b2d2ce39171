import { newSecretId } from '../base/ids.ts'
import { type Instant, second } from '../base/times.ts'
import {
  type CardProcessor,
  type CardRefund,
  type Charge,
  type ChargeResult,
  type DeclineReason,
  type DeclineRetry,
  NoAnswer,
  type RefundResult,
} from './card-processor.ts'
import type { BookedMovement, Outcome, SandboxBooks } from './sandbox-books.ts'

/** How a sandbox card behaves. */
type CardBehaviour =
  | 'accept'
  | 'decline'
  | 'insufficient_funds'
  | 'expired_card'
  | 'challenge'
  | 'fail_second_part'
  | 'stolen_later'
  | 'lost_answer_charged'
  | 'lost_answer_not_charged'
  | 'charged_late'
  | 'pending_first'
  | 'refund_pending'
  | 'refund_fails'
  | 'refund_fails_later'

/** The documented test cards. Every other number that passes the checks behaves like `accept`. */
export const sandboxCards: Readonly<Record<string, { behaviour: CardBehaviour; meaning: string }>> = {
  '4242424242424242': { behaviour: 'accept', meaning: 'accepted' },
  '5555555555554444': { behaviour: 'accept', meaning: 'accepted, Mastercard' },
  '4000000000000002': { behaviour: 'decline', meaning: 'declined by the bank' },
  '4000000000009995': { behaviour: 'insufficient_funds', meaning: 'not enough money on the card' },
  '4000000000000069': { behaviour: 'expired_card', meaning: 'the bank says the card has expired' },
  '4000000000003220': { behaviour: 'challenge', meaning: 'the bank asks the customer to confirm (3-D Secure)' },
  '4000000000000341': { behaviour: 'fail_second_part', meaning: 'accepted today, declined at every later part' },
  '4000000000009979': { behaviour: 'stolen_later', meaning: 'accepted today, later reported as stolen: never again' },
  '4000000000000259': {
    behaviour: 'lost_answer_charged',
    meaning: 'charged, but the answer never comes; found later',
  },
  '4000000000000267': {
    behaviour: 'lost_answer_not_charged',
    meaning: 'not charged, and the answer never comes; found later',
  },
  '4000000000000275': {
    behaviour: 'charged_late',
    meaning: 'no answer and nowhere to be found, but charged after ten seconds: goes back',
  },
  '4000000000000283': {
    behaviour: 'pending_first',
    meaning: 'no answer, under way for ten seconds, then charged',
  },
  '4000000000007726': { behaviour: 'refund_pending', meaning: 'accepted; what goes back is under way at first' },
  '4000000000005126': { behaviour: 'refund_fails', meaning: 'accepted; what goes back is under way, then fails' },
  '4000000000005134': {
    behaviour: 'refund_fails_later',
    meaning: 'accepted; what goes back is confirmed, and has failed three days later',
  },
}

/** The documented security codes that are wrong for every saved card: of three digits, and of four. */
const wrongSecurityCodes: readonly string[] = ['999', '9999']

/** The delay of late outcomes. */
const lateMs = 10 * second

/**
 * Opens a processor that moves no money and keeps books of the movements. The same id is charged or refunded at most
 * once, also by several processes. A card's token has its behaviour. A challenged charge without the customer's
 * answer is found unknown.
 */
export function openSandboxCards(books: SandboxBooks, now: () => Instant = Date.now): CardProcessor {
  const isKnown = ({ knownAt }: BookedMovement): boolean => knownAt <= now()
  return {
    async tokenize(card) {
      const { number } = card.reveal()
      const behaviour = sandboxCards[number]?.behaviour ?? 'accept'
      const { brand, lastFour, expiryMonth, expiryYear } = card
      return { token: `sandbox:${behaviour}:${newSecretId()}`, brand, lastFour, expiryMonth, expiryYear }
    },
    async checkSecurityCode(_card, code) {
      return !wrongSecurityCodes.includes(code.reveal())
    },
    async charge(charge) {
      const behaviour = behaviourOf(charge)
      const outcome = outcomeOf(behaviour, charge)
      if (outcome === undefined) throw new NoAnswer('the processor did not answer')
      const knownAt = now() + (late.includes(behaviour) ? lateMs : 0)
      const booked = await books.enterCharge({ ...charge, behaviour, knownAt, ...outcome })
      // A repeated request with a known id is answered.
      if (booked.isNew && silent.includes(behaviour)) throw new NoAnswer('the processor did not answer')
      if (isKnown(booked)) return resultOf(charge, booked)
      if (behaviour === 'pending_first') return { kind: 'pending' }
      throw new NoAnswer('the processor did not answer')
    },
    async answerChallenge(charge, isConfirmed) {
      const outcome = isConfirmed ? moved : declined('not_confirmed')
      const behaviour = behaviourOf(charge)
      const booked = await books.decideCharge({ ...charge, behaviour, knownAt: now(), ...outcome })
      return resultOf(charge, booked)
    },
    async find(charge) {
      const booked = await books.find('charge', charge)
      if (booked === undefined || booked.state === 'challenged') return { kind: 'unknown' }
      if (isKnown(booked)) return resultOf(charge, booked)
      return { kind: behaviourOf(charge) === 'pending_first' ? 'pending' : 'unknown' }
    },
    async refund(refund) {
      const { state, behaviour } = await books.enterRefund({ ...refund, knownAt: now() })
      if (refund.attempt === 1 && slowRefunds.includes(behaviour)) return { kind: 'pending' }
      return refundOf(state, behaviour)
    },
    async findRefund(refund) {
      const booked = await books.find('refund', refund)
      if (booked === undefined || isNextAttempt(booked, refund)) return { kind: 'unknown' }
      const { state, behaviour } = booked
      if (state === 'moved' && behaviour === 'refund_fails_later') {
        await books.failRefund(refund)
        return { kind: 'failed' }
      }
      return refundOf(state, behaviour)
    },
    limits: () => ({ smallestMinor: 1n, stepMinor: 1n }),
    report: (query) => books.report(query, now()),
  }
}

const silent: readonly string[] = ['lost_answer_charged', 'lost_answer_not_charged', 'charged_late', 'pending_first']
const slowRefunds: readonly string[] = ['refund_fails', 'refund_pending']
const late: readonly string[] = ['charged_late', 'pending_first']

const moved: Outcome = { state: 'moved', reason: null, retry: null }

function declined(reason: DeclineReason, retry: DeclineRetry = 'later'): Outcome {
  return { state: 'declined', reason, retry }
}

// A failed refund moved no money. Its next attempt has the same id.
function isNextAttempt({ state }: BookedMovement, { attempt }: CardRefund): boolean {
  return attempt > 1 && state === 'failed'
}

function refundOf(state: BookedMovement['state'], behaviour: string): RefundResult {
  return state === 'moved' ? { kind: 'refunded', isFinal: behaviour !== 'refund_fails_later' } : { kind: 'failed' }
}

function behaviourOf(charge: Charge): CardBehaviour {
  return (charge.token.split(':')[1] ?? 'accept') as CardBehaviour
}

/** Returns the outcome of a charge; undefined if it never arrives. */
function outcomeOf(behaviour: CardBehaviour, { agreement, initiator }: Charge): Outcome | undefined {
  switch (behaviour) {
    case 'decline':
      return declined('declined')
    case 'insufficient_funds':
      return declined('insufficient_funds')
    case 'expired_card':
      return declined('expired_card', 'with_another_card')
    case 'challenge':
      return initiator === 'customer' ? { state: 'challenged', reason: null, retry: null } : moved
    case 'fail_second_part':
      return agreement.isFirst ? moved : declined('insufficient_funds')
    case 'stolen_later':
      return agreement.isFirst ? moved : declined('stolen_card', 'never')
    case 'lost_answer_not_charged':
      return agreement.isFirst ? undefined : declined('unavailable')
    default:
      return moved
  }
}

function resultOf(charge: Charge, { state, reason, retry }: BookedMovement): ChargeResult {
  const reference = `sandbox_${charge.id}`
  if (state === 'moved') return { kind: 'charged', reference, networkReference: `network_${charge.agreement.id}` }
  if (state === 'challenged') return { kind: 'challenge', reference, address: null }
  return {
    kind: 'declined',
    reason: (reason ?? 'declined') as DeclineReason,
    retry: (retry ?? 'later') as DeclineRetry,
  }
}
