import type { App } from '../../../platform/app/app.ts'
import { errorName } from '../../../platform/base/error-name.ts'
import { type CheckoutContext, trySaveProgress } from '../progress/context.ts'
import { canTransition } from '../progress/progress.ts'
import { type CardField, type CardProblems, cardRules, readCard } from './card.ts'

type CardAnswer = 'moved' | 'unavailable' | { readonly problems: CardProblems }

/** Saves the typed card: the processor stores it and returns a token. The number itself is not stored. */
export async function giveCard(
  app: App,
  context: CheckoutContext,
  typed: Readonly<Record<CardField, string>>,
): Promise<CardAnswer> {
  if (!canTransition(context.stage, 'give_card')) return 'moved'
  const read = readCard(typed, context.now)
  if ('problems' in read) return read
  const { progress, customer, session, now } = context
  const cardsGiven = progress.cardsGiven + 1
  if (cardsGiven > cardRules.cards) {
    await trySaveProgress(app, context, { lockedAt: now })
    return 'moved'
  }
  const cards = customer.isTest ? app.cards.test : app.cards.live
  const token = await cards.tokenize(read.card).catch((error: unknown) => {
    app.log.error({ session_id: session.id, reason: errorName(error) }, 'card not taken')
    return undefined
  })
  if (token === undefined) return 'unavailable'
  await trySaveProgress(app, context, { card: token, typedCardToken: token.token, cardsGiven, lastDecline: null })
  return 'moved'
}
