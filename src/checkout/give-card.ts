import type { App } from '../app/app.ts'
import { type CardField, type CardProblems, readCard } from './card.ts'
import { type Standpoint, trySaveVisit } from './load-visit.ts'
import { canMove, cardRules } from './visit.ts'

export type CardAnswer = 'moved' | 'unavailable' | { readonly problems: CardProblems }

/** Takes the card the customer typed: the processor keeps it and gives a token for it, nothing else is remembered of it here. */
export async function giveCard(
  app: App,
  at: Standpoint,
  typed: Readonly<Record<CardField, string>>,
): Promise<CardAnswer> {
  if (!canMove(at.stage, 'give_card')) return 'moved'
  const read = readCard(typed, at.now)
  if ('problems' in read) return read
  const { visit, customer, session, now } = at
  const cardsGiven = visit.cardsGiven + 1
  if (cardsGiven > cardRules.cards) {
    await trySaveVisit(app, at, { lockedAt: now })
    return 'moved'
  }
  const cards = customer.isTest ? app.cards.test : app.cards.live
  const token = await cards.tokenize(read.card).catch((error: unknown) => {
    app.log.error({ session_id: session.id, reason: error instanceof Error ? error.name : 'unknown' }, 'card not taken')
    return undefined
  })
  if (token === undefined) return 'unavailable'
  await trySaveVisit(app, at, { card: token, cardsGiven, lastDecline: null })
  return 'moved'
}
