import { momentOf, newSecretId } from '../base/ids.ts'
import { type Instant, second } from '../base/times.ts'
import type { CardProcessor, Charge, ChargeResult } from './card-processor.ts'

/** How a sandbox card behaves. */
type CardBehaviour =
  | 'accept'
  | 'decline'
  | 'insufficient_funds'
  | 'expired_card'
  | 'challenge'
  | 'fail_second_part'
  | 'lost_answer_charged'
  | 'lost_answer_not_charged'
  | 'charged_late'
  | 'pending_first'

/** The documented test cards. Every other number that passes the checks behaves like `accept`. */
export const sandboxCards: Readonly<Record<string, { behaviour: CardBehaviour; meaning: string }>> = {
  '4242424242424242': { behaviour: 'accept', meaning: 'accepted' },
  '5555555555554444': { behaviour: 'accept', meaning: 'accepted, Mastercard' },
  '4000000000000002': { behaviour: 'decline', meaning: 'declined by the bank' },
  '4000000000009995': { behaviour: 'insufficient_funds', meaning: 'not enough money on the card' },
  '4000000000000069': { behaviour: 'expired_card', meaning: 'the bank says the card has expired' },
  '4000000000003220': { behaviour: 'challenge', meaning: 'the bank asks the customer to confirm (3-D Secure)' },
  '4000000000000341': { behaviour: 'fail_second_part', meaning: 'accepted today, declined at every later part' },
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
}

/** How long the late ones take. */
const lateMs = 10 * second

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/**
 * A processor that moves no money. It remembers nothing: how a card behaves is in its token, so any process can answer for any
 * charge, also after a restart; how old a charge is, is in its id. A challenged charge that nobody answered is found unknown:
 * nothing was taken.
 */
export function openSandboxCards(now: () => Instant = Date.now): CardProcessor {
  return {
    async tokenize(card) {
      const { number } = card.reveal()
      const behaviour = sandboxCards[number]?.behaviour ?? 'accept'
      const { brand, lastFour, expiryMonth, expiryYear } = card
      return { token: `sandbox:${behaviour}:${newSecretId()}`, brand, lastFour, expiryMonth, expiryYear }
    },
    charge: async (charge) => resultOf(charge),
    answerChallenge: async (_charge, isConfirmed) =>
      isConfirmed ? { kind: 'charged' } : { kind: 'declined', reason: 'not_confirmed' },
    async find(charge) {
      const behaviour = behaviourOf(charge)
      const isLate = now() < momentOf(charge.id) + lateMs
      if (behaviour === 'charged_late') return isLate ? { kind: 'unknown' } : { kind: 'charged' }
      if (behaviour === 'pending_first') return isLate ? { kind: 'pending' } : { kind: 'charged' }
      if (behaviour === 'lost_answer_charged') return { kind: 'charged' }
      if (behaviour === 'lost_answer_not_charged' || behaviour === 'challenge') return { kind: 'unknown' }
      return resultOf(charge)
    },
    voidCharge: async () => {},
  }
}

function behaviourOf(charge: Charge): CardBehaviour {
  return (charge.token.split(':')[1] ?? 'accept') as CardBehaviour
}

function resultOf(charge: Charge): ChargeResult {
  switch (behaviourOf(charge)) {
    case 'decline':
      return { kind: 'declined', reason: 'declined' }
    case 'insufficient_funds':
      return { kind: 'declined', reason: 'insufficient_funds' }
    case 'expired_card':
      return { kind: 'declined', reason: 'expired_card' }
    case 'challenge':
      return charge.isCustomerPresent ? { kind: 'challenge' } : { kind: 'charged' }
    case 'fail_second_part':
      return charge.isCustomerPresent ? { kind: 'charged' } : { kind: 'declined', reason: 'insufficient_funds' }
    case 'lost_answer_charged':
    case 'lost_answer_not_charged':
    case 'charged_late':
    case 'pending_first':
      throw new NoAnswer('the processor did not answer')
    default:
      return { kind: 'charged' }
  }
}
