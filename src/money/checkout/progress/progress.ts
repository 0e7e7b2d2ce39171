import type { Card, DeclineReason } from '../../../platform/adapters/card-processor.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { type CodeState, codeRules, isCodeSpent } from '../phone-code/phone-code.ts'
import type { SessionStatus } from '../sessions/session.ts'
import { checkoutStages, type Stage, type StageTransition } from './states.ts'

/** The stored progress of a customer in one checkout. */
export interface CheckoutProgress {
  /** 0 before the first save. */
  readonly version: number
  /** E.164; empty before the first code. */
  readonly phone: string
  readonly code: CodeState
  /** The name of the terms that the customer chose; null: the first choice. */
  readonly plan: string | null
  /** The browser in which the right code was typed. */
  readonly browserHash: Buffer | null
  readonly card: Card | null
  /** The token of the card that was typed last in this session. A `card` with another token is a saved one. */
  readonly typedCardToken: string | null
  readonly cardsGiven: number
  readonly declines: number
  readonly lastDecline: DeclineReason | null
  readonly lockedAt: Instant | null
  readonly cancelledAt: Instant | null
  /** The first time that the page was opened, and that a phone was proved. */
  readonly openedAt: Instant | null
  readonly provedAt: Instant | null
}

export const newProgress: CheckoutProgress = {
  version: 0,
  phone: '',
  code: { hash: null, sentAt: null, sends: 0, wrongTries: 0 },
  plan: null,
  browserHash: null,
  card: null,
  typedCardToken: null,
  cardsGiven: 0,
  declines: 0,
  lastDecline: null,
  lockedAt: null,
  cancelledAt: null,
  openedAt: null,
  provedAt: null,
}

/** The status of a session's charge for the page. */
export type ChargeStatus = 'none' | 'open' | 'challenged'

/** Whether the transition is allowed in this stage. */
export function canTransition(stage: Stage, transition: StageTransition): boolean {
  return checkoutStages.table[stage][transition] !== undefined
}

export interface CheckoutStatus {
  readonly session: SessionStatus
  /** Whether the payment is still open: it is for a while after its session has expired. */
  readonly isPaymentOpen: boolean
  /** Whether support has to decide about the order. */
  readonly isReferred: boolean
  readonly progress: CheckoutProgress
  readonly charge: ChargeStatus
  /** Whether this is the browser in which the right code was typed. */
  readonly isSameBrowser: boolean
  readonly link: LinkState
}

/**
 * The state of the payment link for one of its sessions; `open` without a link. `reserved`: another session is being
 * paid. `over`: another session was paid, or the link was cancelled.
 */
export type LinkState = 'open' | 'reserved' | 'over'

/**
 * Returns the stage of a checkout, which decides the customer's view. It is not stored: it follows from the events and
 * the time.
 */
export function stageOf(status: CheckoutStatus, now: Instant): Stage {
  const { session, isPaymentOpen, isReferred, progress, charge, isSameBrowser, link } = status
  if (session === 'approved') return 'approved'
  if (session === 'rejected') return 'refused'
  if (charge === 'open' && isPaymentOpen) return 'waiting'
  if (link === 'over') return 'over'
  if (session === 'expired') return progress.cancelledAt === null ? 'expired' : 'cancelled'
  if (isReferred) return 'referred'
  if (charge === 'challenged') return isSameBrowser ? 'challenge' : 'waiting'
  if (progress.lockedAt !== null) return 'locked'
  if (isSameBrowser) return progress.card === null ? 'card' : link === 'reserved' ? 'reserved' : 'confirm'
  if (progress.code.hash === null) return 'order'
  return isCodeSpent(progress.code, now) ? 'locked' : 'code'
}

/** Returns the number of wrong codes that are still allowed. */
export function triesLeft(progress: CheckoutProgress): number {
  return codeRules.tries - progress.code.wrongTries
}
