import type { CardEntry, HostedCard } from '../../../platform/adapters/card-processor.ts'
import type { App } from '../../../platform/app/app.ts'
import { errorName } from '../../../platform/base/error-name.ts'
import { processorOf } from '../../charges/processor.ts'
import { type CheckoutContext, trySaveProgress } from '../progress/context.ts'
import { canTransition } from '../progress/progress.ts'
import { cardRules } from './card.ts'

/** A visit to the processor's own page for cards. */
type Visit = Pick<CardEntry, 'returnUrl' | 'lang'>

/** The processor's own page for this customer's card; undefined where our page asks for it. */
export function hostedCardOf(app: App, { customer }: Pick<CheckoutContext, 'customer'>): HostedCard | undefined {
  return processorOf(app, customer.isTest).hostedCard
}

/**
 * The address where the processor asks this customer for a card, the same one until a card was given; 'moved' where no card is asked
 * for, 'unavailable' where the processor does not answer.
 */
export async function openCardPage(
  app: App,
  context: CheckoutContext,
  visit: Visit,
): Promise<{ readonly address: string } | 'moved' | 'unavailable'> {
  const page = hostedCardOf(app, context)
  if (page === undefined || !canTransition(context.stage, 'give_card')) return 'moved'
  if (context.progress.cardsGiven >= cardRules.cards) {
    await trySaveProgress(app, context, { lockedAt: context.now })
    return 'moved'
  }
  const address = await page.addressOf(entryOf(context, visit)).catch((error: unknown) => warn(app, context, error))
  return address === undefined ? 'unavailable' : { address }
}

/** Takes the card that the customer gave at the processor's page, if one was given. */
export async function takeCardFromPage(
  app: App,
  context: CheckoutContext,
  visit: Visit,
): Promise<'moved' | 'unavailable'> {
  const page = hostedCardOf(app, context)
  if (page === undefined || !canTransition(context.stage, 'give_card')) return 'moved'
  try {
    const card = await page.read(entryOf(context, visit))
    const cardsGiven = context.progress.cardsGiven + 1
    if (card === undefined) return 'moved'
    await trySaveProgress(app, context, { card, typedCardToken: card.token, cardsGiven, lastDecline: null })
    return 'moved'
  } catch (error) {
    warn(app, context, error)
    return 'unavailable'
  }
}

// After a card another one is asked for on a page of its own. A page keeps the language that it was opened in.
function entryOf({ session, progress }: CheckoutContext, visit: Visit): CardEntry {
  return { id: `${session.id}-${progress.cardsGiven}-${visit.lang}`, ...visit }
}

function warn(app: App, { session }: CheckoutContext, error: unknown): undefined {
  app.log.error({ session_id: session.id, reason: errorName(error) }, 'no page for the card')
}
