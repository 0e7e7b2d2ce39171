import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { CardProcessor, CardRefund, Charge, ChargeResult } from '../src/platform/adapters/card-processor.ts'

/** The behaviour of a scripted card, by the second digit of its number. */
export const cardManners = [
  'charged',
  'declined',
  // Charged at once, and the answer is lost.
  'taken_silently',
  // No answer and unknown to queries, and charged all the same.
  'taken_late',
  'never_taken',
  // No answer and pending, and charged later.
  'pending',
  // The bank asks first; then it is charged, and the answer is lost.
  'challenged',
  // Charged at once; the answer never comes, or comes after the service has stopped waiting.
  'hangs',
  'answers_late',
] as const
type CardManner = (typeof cardManners)[number]

/**
 * One line of the processor's book, stored for good before the answer. A full return of a charge uses the charge's id;
 * other returns have ids of their own. `failed`: an attempt that failed; `came_back`: a return that the bank reversed.
 */
interface BookLine {
  readonly charge: string
  readonly event:
    | 'asked'
    | 'taken'
    | 'looked'
    | 'confirmed'
    | 'withdrawn'
    | 'refused'
    | 'failed'
    | 'given_back'
    | 'came_back'
}

interface Account {
  readonly events: BookLine['event'][]
}

const longerThanAnybodyWaits = 26_000
const decidedMs = 800

/** Reads a processor's book, by charge. */
export function readBook(path: string): Map<string, Account> {
  const accounts = new Map<string, Account>()
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  for (const line of lines.filter((text) => text !== '')) {
    const { charge, event } = JSON.parse(line) as BookLine
    const account = accounts.get(charge) ?? { events: [] }
    account.events.push(event)
    accounts.set(charge, account)
  }
  return accounts
}

/** Opens the processor's book. It is a file, so it keeps every charge when the service is killed. */
function openBook(path: string) {
  const book = readBook(path)
  // These charges were queried in an earlier life of the process; their timers have ended with it.
  const before = new Set(book.keys())
  const note = (charge: Pick<Charge, 'id'>, event: BookLine['event']): void => {
    const account = book.get(charge.id) ?? { events: [] }
    account.events.push(event)
    book.set(charge.id, account)
    appendFileSync(path, `${JSON.stringify({ charge: charge.id, event } satisfies BookLine)}\n`)
  }
  const timesOf = (charge: Pick<Charge, 'id'>, event: BookLine['event']): number =>
    book.get(charge.id)?.events.filter((noted) => noted === event).length ?? 0
  const take = (charge: Charge): ChargeResult => {
    if (timesOf(charge, 'taken') === 0) note(charge, 'taken')
    return { kind: 'charged', reference: `scripted ${charge.id}`, networkReference: `network ${charge.id}` }
  }
  const hasDied = (charge: Charge): boolean => before.has(charge.id)
  return { note, timesOf, take, hasDied }
}

/** Opens the proof's card processor, which replaces that of the sandbox (`scripted-processor.ts`). */
export function openScriptedCards(): CardProcessor {
  const { note, timesOf, take, hasDied } = openBook(process.env['PROOF_CARDS_BOOK'] ?? '')
  const declined: ChargeResult = { kind: 'declined', reason: 'declined', retry: 'later' }
  const challengeOf = ({ id }: Charge): ChargeResult => ({ kind: 'challenge', reference: id, address: null })
  return {
    async tokenize(card) {
      const { brand, lastFour, expiryMonth, expiryYear } = card
      const manner = cardManners[Number(card.reveal().number[1])] ?? 'charged'
      return { token: `scripted:${manner}:${randomUUID()}`, brand, lastFour, expiryMonth, expiryYear }
    },
    async charge(charge) {
      note(charge, 'asked')
      const manner = mannerOf(charge)
      if (manner === 'declined') return declined
      if (manner === 'challenged') return challengeOf(charge)
      if (['charged', 'taken_silently', 'hangs', 'answers_late'].includes(manner)) take(charge)
      if (manner === 'charged') return take(charge)
      if (manner === 'hangs') return new Promise<never>(() => undefined)
      if (manner !== 'answers_late') throw new Error('no answer')
      await wait(longerThanAnybodyWaits)
      return take(charge)
    },
    async answerChallenge(charge, isConfirmed) {
      if (timesOf(charge, 'taken') > 0) return take(charge)
      note(charge, isConfirmed ? 'confirmed' : 'withdrawn')
      if (!isConfirmed) return declined
      take(charge)
      throw new Error('no answer')
    },
    async find(charge) {
      const queries = timesOf(charge, 'looked')
      note(charge, 'looked')
      const manner = mannerOf(charge)
      // A charge that has not arrived here may be on its way.
      if (timesOf(charge, 'asked') === 0) return { kind: 'unknown' }
      if (timesOf(charge, 'taken') > 0) return take(charge)
      if (manner === 'declined' || timesOf(charge, 'withdrawn') > 0) return declined
      if (manner === 'challenged') return challengeOf(charge)
      const isTaken = manner === 'pending' || manner === 'taken_late'
      // The first query decides it. The charge follows soon after, also without another query.
      if (isTaken && queries === 0) setTimeout(() => take(charge), decidedMs)
      else if (isTaken && hasDied(charge)) return take(charge)
      return { kind: manner === 'pending' ? 'pending' : 'unknown' }
    },
    /**
     * The first call does nothing and gives no answer. The second call refunds, without an answer: only a query shows
     * it. The first attempt of every third void fails for good.
     */
    async refund(refund) {
      if (isDoomed(refund)) note(refund, 'failed')
      else note(refund, timesOf(refund, 'refused') === 0 ? 'refused' : 'given_back')
      throw new Error('no answer')
    },
    /**
     * Three of four returns, and every fifth void, are reversed right after the first answer that they are refunded.
     */
    async findRefund(refund: CardRefund) {
      if (isDoomed(refund)) return { kind: timesOf(refund, 'failed') > 0 ? 'failed' : 'unknown' }
      const came = timesOf(refund, 'came_back')
      if (came > 0 && (refund.attempt === attemptThatComesBack(refund) || !isVoid(refund))) return { kind: 'failed' }
      if (timesOf(refund, 'given_back') - came <= 0) return { kind: 'unknown' }
      if (came === 0 && comesBack(refund)) note(refund, 'came_back')
      return { kind: 'refunded' }
    },
    limits: () => ({ smallestMinor: 1n, stepMinor: 1n }),
    async report() {
      throw new Error('no report')
    },
  }
}

const isVoid = ({ id, charge }: CardRefund): boolean => id === charge.id

/** Returns a number that depends on the refund's id only: it is the same in every process. */
const lotOf = ({ id }: CardRefund): number => Number.parseInt(id.slice(-4), 16)

const isDoomed = (refund: CardRefund): boolean => isVoid(refund) && lotOf(refund) % 3 === 0 && refund.attempt === 1

const comesBack = (refund: CardRefund): boolean => (isVoid(refund) ? lotOf(refund) % 5 === 0 : lotOf(refund) % 4 !== 0)

/** Returns the first attempt that succeeds. */
const attemptThatComesBack = (refund: CardRefund): number => (lotOf(refund) % 3 === 0 ? 2 : 1)

function mannerOf(charge: Charge): CardManner {
  return (charge.token.split(':')[1] ?? 'charged') as CardManner
}
