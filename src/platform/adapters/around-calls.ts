import { DeadlinePassed } from '../base/deadline.ts'
import type { CardProcessor } from './card-processor.ts'
import type { Callee } from './counted-events.ts'
import type { Messenger } from './messenger.ts'
import type { WorkMetrics } from './metrics.ts'
import type { Outbound, OutboundFailure } from './outbound.ts'
import type { ScoringService } from './scoring-service.ts'

/** Runs a call of another service with work before and after it, and returns the call's result. */
export type Around = <T>(call: string, work: () => Promise<T>) => Promise<T>

/** Returns a wrapper that counts each call by its outcome. */
export function countingCalls(metrics: WorkMetrics, to: Callee): Around {
  return async (call, work) => {
    const startedAt = performance.now()
    let outcome = 'failed'
    try {
      const answer = await work()
      outcome = outcomeOf(answer)
      return answer
    } catch (error) {
      if (error instanceof DeadlinePassed) outcome = 'timed out'
      throw error
    } finally {
      metrics.called(to, call, outcome, (performance.now() - startedAt) / 1000)
    }
  }
}

interface Answer {
  readonly kind?: string
  readonly status?: number
  readonly failure?: OutboundFailure
}

/**
 * Returns the outcome of a call, a word of a closed list: a class of statuses (`2xx`), why no answer came, or the
 * card processor's result.
 */
export function outcomeOf(answer: unknown): string {
  const { kind, status, failure } = (typeof answer === 'object' && answer !== null ? answer : {}) as Answer
  if (status !== undefined) return `${Math.floor(status / 100)}xx`
  return failure ?? kind ?? 'answered'
}

export function aroundOutbound(outbound: Outbound, around: Around): Outbound {
  return {
    post: (message) => around('post', () => outbound.post(message)),
    visit: (url) => around('visit', () => outbound.visit(url)),
    close: () => outbound.close(),
  }
}

export function aroundMessenger(messenger: Messenger, around: Around): Messenger {
  return { send: (message) => around('send', () => messenger.send(message)) }
}

export function aroundScoring(scoring: ScoringService, around: Around): ScoringService {
  return { ...scoring, ask: (request) => around('ask', () => scoring.ask(request)) }
}

export function aroundCards(cards: CardProcessor, around: Around): CardProcessor {
  const { hostedCard: page, checkSecurityCode } = cards
  return {
    tokenize: (card) => around('tokenize', () => cards.tokenize(card)),
    ...(checkSecurityCode && {
      checkSecurityCode: (card, code) => around('check_security_code', () => checkSecurityCode(card, code)),
    }),
    charge: (charge) => around('charge', () => cards.charge(charge)),
    answerChallenge: (charge, isConfirmed) => around('answer', () => cards.answerChallenge(charge, isConfirmed)),
    find: (charge) => around('find', () => cards.find(charge)),
    refund: (refund) => around('refund', () => cards.refund(refund)),
    findRefund: (refund) => around('find_refund', () => cards.findRefund(refund)),
    limits: (currency) => cards.limits(currency),
    report: (query) => around('report', () => cards.report(query)),
    ...(page && {
      hostedCard: {
        addressOf: (entry) => around('hosted_address', () => page.addressOf(entry)),
        read: (entry) => around('hosted_read', () => page.read(entry)),
      },
    }),
  }
}
