import { getPlan, type LoadedPlan } from '../../money/collections/get-plan.ts'
import { answerBank } from '../../money/collections/later-charges.ts'
import { payEarly } from '../../money/collections/pay-early.ts'
import { refusals as collectionRefusals } from '../../money/collections/refusals.ts'
import { type EarlyChoice, earlyChoices } from '../../money/plans/charge-amounts.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import { isLockTimeout } from '../../platform/db/lock-retries.ts'
import type { Api } from '../../platform/http/api.ts'
import { type Answer, readCardChange, takeTypedCard } from './card-actions.ts'
import { readPurchase, type SignedIn } from './page-context.ts'
import { type PurchaseModel, purchaseModelOf } from './purchase-model.ts'
import { type FormFields, textOf } from './sign-in-actions.ts'
import { addressOf } from './view-model.ts'
import { renderPay } from './views/pay.ts'

interface Asked {
  readonly fields: FormFields
  /** One of the address's parameters. */
  readonly query: (name: string) => string | undefined
}

type PurchaseAction = (api: Api, context: SignedIn, asked: Asked) => Promise<Answer>

/** What every form about purchases does, by the last part of its address. */
export const purchaseActions: Readonly<Record<string, PurchaseAction>> = {
  pay: submitPayment,
  bank: submitBank,
  card: submitCard,
}

/** The choice that a text names; undefined for any other. */
export function parseChoice(text: string | undefined): EarlyChoice | undefined {
  return earlyChoices.find((choice) => choice === text)
}

async function submitPayment(api: Api, context: SignedIn, { fields, query }: Asked): Promise<Answer> {
  const { app } = api
  const { model } = context
  const { actor, plan } = await readPurchase(api, context)
  const what = parseChoice(query('what'))
  if (what === undefined) return { goTo: addressOf(model) }
  const seen = { amountMinor: minorOf(textOf(fields, 'amount')), lastChargeId: textOf(fields, 'last_charge') }
  const id = plan.payment.id
  const returnUrl = api.baseUrl() + addressOf(model, 'back')
  try {
    const { charge } = await payEarly(app, actor, id, what, { seen, returnUrl })
    return { goTo: addressOf(model, '', { charge: charge.id }) }
  } catch (error) {
    // Whoever holds the purchase for too long is another press.
    if (!(error instanceof Refusal) && !isLockTimeout(error)) throw error
    const isDeclined = error instanceof Refusal && error.message === collectionRefusals.cardDeclined.text
    return answerRefusal(context, await getPlan(app, actor, id), { what, seen, isDeclined })
  }
}

interface RefusedPayment {
  readonly what: EarlyChoice
  readonly seen: { readonly amountMinor: bigint; readonly lastChargeId: string }
  readonly isDeclined: boolean
}

// Nothing was charged by this press. Another one may have been: then what became of that is the answer.
function answerRefusal({ model, words }: SignedIn, plan: LoadedPlan, refused: RefusedPayment): Answer {
  const { what, seen, isDeclined } = refused
  const { texts } = words
  const purchase = purchaseModelOf(plan)
  const newest = plan.charges.at(-1)
  const isOther = newest !== undefined && newest.kind === 'early' && newest.id !== seen.lastChargeId
  // No payment is offered with a card that may not be tried: the purchase says why, and asks for another.
  if (isOther && (!isDeclined || purchase.needsCard)) return { goTo: addressOf(model, '', { charge: newest.id }) }
  const choice = purchase.choices.find((one) => one.what === what) ?? amountOf(purchase, what)
  if (choice === undefined || purchase.underWay !== undefined || purchase.needsCard) return { goTo: addressOf(model) }
  if (isDeclined && isOther) {
    const decline = texts.declines[newest.declineReason ?? 'declined']
    return { page: renderPay(model, words, purchase, { choice, decline }) }
  }
  const money = (minor: bigint): string => words.money(minor, purchase.currency)
  const moved =
    choice.amountMinor === seen.amountMinor
      ? texts.payStale
      : texts.payMoved(money(seen.amountMinor), money(choice.amountMinor))
  return { page: renderPay(model, words, purchase, { choice, moved }) }
}

/** A choice that costs the same as another is shown once, under the other's name; it may be asked for all the same. */
function amountOf({ choices, overdueMinor }: PurchaseModel, what: EarlyChoice) {
  if (what === 'overdue' && overdueMinor === 0n) return undefined
  const [same] = what === 'all' ? choices.slice(-1) : choices
  return same && { what, amountMinor: same.amountMinor }
}

async function submitBank(api: Api, context: SignedIn, { fields, query }: Asked): Promise<Answer> {
  const { actor, plan } = await readPurchase(api, context)
  const charge = plan.charges.find(({ id }) => id === query('charge'))
  if (charge !== undefined) await answerBank(api.app, actor, charge, fields['answer'] === 'confirm')
  return { goTo: addressOf(context.model, '', { charge: charge?.id }) }
}

async function submitCard(api: Api, context: SignedIn, { fields, query }: Asked): Promise<Answer> {
  return takeTypedCard(api, context, await readCardChange(api, context, parseChoice(query('what'))), fields)
}

function minorOf(text: string): bigint {
  return /^\d{1,18}$/.test(text) ? BigInt(text) : -1n
}
