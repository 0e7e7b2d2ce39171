import type { CardEntry, HostedCard } from '../../../platform/adapters/card-processor.ts'
import type { App } from '../../../platform/app/app.ts'
import { errorName } from '../../../platform/base/error-name.ts'
import { processorOf } from '../../charges/processor.ts'
import { type CheckoutContext, trySaveProgress } from '../progress/context.ts'
import { canTransition } from '../progress/progress.ts'
import { cardRules } from './card.ts'

/** The customer's return address and language for the processor's page. */
type Visit = Pick<CardEntry, 'returnUrl' | 'lang'>

/** Returns the processor's own page for cards; undefined if our page asks for the card. */
export function hostedCardOf(app: App, { customer }: Pick<CheckoutContext, 'customer'>): HostedCard | undefined {
  return processorOf(app, customer.isTest).hostedCard
}

/**
 * Returns the address of the processor's page for this customer's card. It stays the same until a card was entered.
 * 'moved': the checkout asks for no card now. 'unavailable': the processor does not answer.
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

/** Saves the card that the customer entered at the processor's page, if any. */
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

// Each card has its own page, and a page keeps its language.
function entryOf({ session, progress }: CheckoutContext, visit: Visit): CardEntry {
  return { id: `${session.id}-${progress.cardsGiven}-${visit.lang}`, ...visit }
}

function warn(app: App, { session }: CheckoutContext, error: unknown): undefined {
  app.log.error({ session_id: session.id, reason: errorName(error) }, 'no page for the card')
}
