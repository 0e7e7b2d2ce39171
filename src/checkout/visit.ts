import type { Card, DeclineReason } from '../adapters/card-processor.ts'
import type { Instant } from '../base/times.ts'
import { type CodeState, codeRules, isCodeSpent } from './phone-code.ts'
import type { SessionStatus } from './session.ts'
import { type Stage, type VisitMove, visitStates } from './states.ts'

/** What is remembered of a customer's way through the payment page. */
export interface Visit {
  /** 0 before anything is. */
  readonly version: number
  /** E.164; empty before the first code. */
  readonly phone: string
  readonly code: CodeState
  /** The browser in which the right code was typed. */
  readonly browserHash: Buffer | null
  readonly card: Card | null
  readonly cardsGiven: number
  readonly declines: number
  readonly lastDecline: DeclineReason | null
  readonly lockedAt: Instant | null
  readonly cancelledAt: Instant | null
}

export const newVisit: Visit = {
  version: 0,
  phone: '',
  code: { hash: null, sentAt: null, sends: 0, wrongTries: 0 },
  browserHash: null,
  card: null,
  cardsGiven: 0,
  declines: 0,
  lastDecline: null,
  lockedAt: null,
  cancelledAt: null,
}

/** How often cards may be tried in one session. */
export const cardRules = { declines: 5, cards: 10 } as const

/** How the charge of a session stands, as far as the page cares. */
export type ChargeStanding = 'none' | 'open' | 'challenged'

/** Whether the move is one of the stage's. */
export function canMove(stage: Stage, move: VisitMove): boolean {
  return visitStates.table[stage][move] !== undefined
}

export interface Standing {
  readonly status: SessionStatus
  /** Whether the payment still waits for the customer: it does so for a while after its session has expired. */
  readonly isPaymentOpen: boolean
  readonly visit: Visit
  readonly charge: ChargeStanding
  /** Whether this is the browser in which the right code was typed. */
  readonly isSameBrowser: boolean
}

/** The one view that a customer may see now. Nothing about it is stored: it follows from what has happened and the time. */
export function stageOf({ status, isPaymentOpen, visit, charge, isSameBrowser }: Standing, now: Instant): Stage {
  if (status === 'approved') return 'approved'
  if (status === 'rejected') return 'refused'
  if (charge === 'open' && isPaymentOpen) return 'waiting'
  if (status === 'expired') return visit.cancelledAt === null ? 'expired' : 'cancelled'
  if (charge === 'challenged') return isSameBrowser ? 'challenge' : 'waiting'
  if (visit.lockedAt !== null) return 'locked'
  if (isSameBrowser) return visit.card === null ? 'card' : 'confirm'
  if (visit.code.hash === null) return 'order'
  return isCodeSpent(visit.code, now) ? 'locked' : 'code'
}

/** How many wrong codes may still be typed. */
export function triesLeft(visit: Visit): number {
  return codeRules.tries - visit.code.wrongTries
}
