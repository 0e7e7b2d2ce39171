import { defineStates } from '../base/states.ts'
import type { Instant } from '../base/times.ts'
import type { Card, DeclineReason } from '../effects/card-processor.ts'
import { type CodeState, codeRules, isCodeSpent } from './phone-code.ts'
import type { SessionStatus } from './session.ts'

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

export type Stage =
  | 'order'
  | 'code'
  | 'card'
  | 'confirm'
  | 'challenge'
  | 'waiting'
  | 'approved'
  | 'refused'
  | 'cancelled'
  | 'expired'
  | 'locked'

export type VisitMove =
  | 'send_code'
  | 'resend_code'
  | 'enter_code'
  | 'give_card'
  | 'pay'
  | 'hear_from_bank'
  | 'answer_bank'
  | 'cancel'
  | 'run_out_of_time'

/**
 * What may be done where, and where it leads. A form sent from a page that is not the stage any more (a double click, the back
 * button, another tab) does nothing and shows the stage.
 */
export const visitStates = defineStates<Stage, VisitMove>('payment page', ['order', 'refused'], {
  order: { send_code: ['code'], cancel: ['cancelled'], run_out_of_time: ['expired'] },
  code: {
    send_code: ['code'],
    resend_code: ['code'],
    enter_code: ['card', 'confirm', 'refused', 'code', 'locked'],
    cancel: ['cancelled'],
    run_out_of_time: ['expired', 'locked'],
  },
  card: { give_card: ['confirm', 'card', 'locked'], cancel: ['cancelled'], run_out_of_time: ['expired'] },
  confirm: {
    give_card: ['confirm', 'locked'],
    pay: ['waiting', 'challenge', 'approved', 'card', 'locked', 'expired'],
    cancel: ['cancelled'],
    run_out_of_time: ['expired'],
  },
  challenge: {
    answer_bank: ['approved', 'card', 'locked', 'waiting', 'expired'],
    hear_from_bank: ['approved', 'card', 'locked', 'expired'],
    cancel: ['cancelled', 'approved'],
    run_out_of_time: ['expired'],
  },
  waiting: { hear_from_bank: ['approved', 'card', 'challenge', 'locked', 'expired'], run_out_of_time: ['expired'] },
  approved: {},
  refused: {},
  cancelled: {},
  expired: {},
  locked: { cancel: ['cancelled'], run_out_of_time: ['expired'] },
})

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
