import { createHash } from 'node:crypto'
import { processorOf } from '../../money/charges/processor.ts'
import { readCard } from '../../money/checkout/card/card.ts'
import { changeCard } from '../../money/collections/change-card.ts'
import { changeCards } from '../../money/collections/change-cards.ts'
import type { Purchase } from '../../money/collections/purchases.ts'
import type { EarlyChoice } from '../../money/plans/charge-amounts.ts'
import type { Card, CardEntry, HostedCard } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import { errorName } from '../../platform/base/error-name.ts'
import type { Api } from '../../platform/http/api.ts'
import { nowFor } from '../../platform/merchants/caller.ts'
import { readPurchase, type SignedIn } from './page-context.ts'
import { purchaseModelOf } from './purchase-model.ts'
import { countCard } from './sign-in/sessions.ts'
import { signInRules } from './sign-in/sign-in.ts'
import { type FormFields, textOf } from './sign-in-actions.ts'
import { addressOf } from './view-model.ts'
import { type CardView, renderCard } from './views/card.ts'

/** The answer of a form: an address to go to, or a page with the problem. */
export type Answer = { readonly goTo: string } | { readonly page: string }

/** A card change for one purchase (undefined: all), and the payment that the customer continues with. */
interface CardChange {
  readonly purchase: Purchase | undefined
  readonly what: EarlyChoice | undefined
}

/** Reads the card change of the address. Refuses with 404 a purchase of another phone. */
export async function readCardChange(api: Api, context: SignedIn, what: EarlyChoice | undefined): Promise<CardChange> {
  return { purchase: context.model.purchaseId === undefined ? undefined : await readPurchase(api, context), what }
}

/** Returns the page for another card, or the page that leads to the processor's card page. */
export function renderCardChange(
  app: App,
  context: SignedIn,
  change: CardChange,
  view: Partial<CardView> = {},
): string {
  const purchase = change.purchase && purchaseModelOf(change.purchase.plan)
  const isHosted = hostedCardOf(app, context) !== undefined
  return renderCard(context.model, context.words, { purchase, what: change.what, isHosted, ...view })
}

/** Changes the card to one that was typed on our page. Returns the page with the problem if the card is wrong. */
export async function takeTypedCard(
  { app }: Api,
  context: SignedIn,
  change: CardChange,
  fields: FormFields,
): Promise<Answer> {
  const { session, words } = context
  const { texts } = words
  const { purchase } = change
  const expiry = textOf(fields, 'expiry')
  const page = (view: Partial<CardView>): Answer => ({
    page: renderCardChange(app, context, change, { expiry, ...view }),
  })
  // With a hosted card page, card numbers must not reach our servers.
  if (hostedCardOf(app, context) !== undefined) return page({})
  const typed = { number: textOf(fields, 'number'), expiry, security_code: textOf(fields, 'security_code') }
  const read = readCard(typed, purchase === undefined ? app.clock.now() : nowFor(app, purchase.actor))
  if ('problems' in read) return page({ problems: read.problems })
  if (!(await countCard(app, session))) return page({ trouble: texts.tooManyCards })
  const card = await processorOf(app, session.isTest)
    .tokenize(read.card)
    .catch((error: unknown) => warn(app, context, error))
  if (card === undefined) return page({ trouble: texts.declines.unavailable })
  return takeCard(app, context, change, card, fields['all'] === 'yes')
}

/** Returns the address of the processor's card page, or a page that says why there is none. */
export async function openCardPage(api: Api, context: SignedIn, change: CardChange): Promise<Answer> {
  const { app } = api
  const { texts } = context.words
  const page = hostedCardOf(app, context)
  if (page === undefined) return { page: renderCardChange(app, context, change) }
  if (context.session.cardsGiven >= signInRules.cards)
    return { page: renderCardChange(app, context, change, { trouble: texts.tooManyCards }) }
  const address = await page
    .addressOf(entryOf(api, context, change))
    .catch((error: unknown) => warn(app, context, error))
  if (address !== undefined) return { goTo: address }
  return { page: renderCardChange(app, context, change, { trouble: texts.declines.unavailable }) }
}

/** Changes the card to the one that was given on the processor's page, if any. */
export async function takeCardFromPage(api: Api, context: SignedIn, change: CardChange): Promise<Answer> {
  const { app } = api
  const page = hostedCardOf(app, context)
  const read = page?.read(entryOf(api, context, change)).catch((error: unknown) => warn(app, context, error))
  const card = await read
  if (card === undefined) return { page: renderCardChange(app, context, change) }
  if (!(await countCard(app, context.session)))
    return { page: renderCardChange(app, context, change, { trouble: context.words.texts.tooManyCards }) }
  return takeCard(app, context, change, card, false)
}

async function takeCard(
  app: App,
  { session, model, requestId }: SignedIn,
  { purchase, what }: CardChange,
  card: Card,
  isAlsoForOthers: boolean,
): Promise<Answer> {
  const isForAll = purchase === undefined || isAlsoForOthers
  if (purchase !== undefined) await changeCard(app, purchase.actor, purchase.plan.payment.id, card)
  const isWhole = !isForAll || (await changeCards(app, session, card, requestId))
  if (what !== undefined && purchase !== undefined) return { goTo: addressOf(model, 'pay', { what }) }
  if (!isForAll) return { goTo: addressOf(model, '', { note: 'card' }) }
  const note = isWhole ? 'cards' : 'cards_partly'
  return { goTo: addressOf({ ...model, purchaseId: undefined }, '', { note }) }
}

function hostedCardOf(app: App, { session }: SignedIn): HostedCard | undefined {
  return processorOf(app, session.isTest).hostedCard
}

// The id stays the same until a card is given. Then `cardsGiven` changes it, and the processor opens a new page.
function entryOf(api: Api, { model, session }: SignedIn, { what }: CardChange): CardEntry {
  const returnUrl = api.baseUrl() + addressOf(model, 'card-back', { what })
  const id = createHash('sha256').update(session.hash).update(`${session.cardsGiven} ${returnUrl}`).digest('hex')
  return { id, returnUrl, lang: model.lang }
}

function warn(app: App, { requestId }: SignedIn, error: unknown): undefined {
  app.log.error({ request_id: requestId, reason: errorName(error) }, 'card not taken')
}
