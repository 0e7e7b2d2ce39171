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

interface SentForm {
  readonly fields: FormFields
  /** One of the address's parameters. */
  readonly query: (name: string) => string | undefined
}

type PurchaseAction = (api: Api, context: SignedIn, form: SentForm) => Promise<Answer>

/** The forms about purchases, by the last part of their address. */
export const purchaseActions: Readonly<Record<string, PurchaseAction>> = {
  pay: submitPayment,
  bank: submitBank,
  card: submitCard,
}

/** Returns the choice that a text names; undefined for any other text. */
export function parseChoice(text: string | undefined): EarlyChoice | undefined {
  return earlyChoices.find((choice) => choice === text)
}

async function submitPayment(api: Api, context: SignedIn, { fields, query }: SentForm): Promise<Answer> {
  const { app } = api
  const { model } = context
  const { actor, plan } = await readPurchase(api, context)
  const what = parseChoice(query('what'))
  if (what === undefined) return { goTo: addressOf(model) }
  const shown = { amountMinor: minorOf(textOf(fields, 'amount')), lastChargeId: textOf(fields, 'last_charge') }
  const id = plan.payment.id
  const returnUrl = api.baseUrl() + addressOf(model, 'back')
  try {
    const { charge } = await payEarly(app, actor, id, what, { expected: shown, returnUrl })
    return { goTo: addressOf(model, '', { charge: charge.id }) }
  } catch (error) {
    // A lock timeout means that another press is being handled.
    if (!(error instanceof Refusal) && !isLockTimeout(error)) throw error
    const isDeclined = error instanceof Refusal && error.message === collectionRefusals.cardDeclined.text
    return answerRefusal(context, await getPlan(app, actor, id), { what, shown, isDeclined })
  }
}

interface RefusedPayment {
  readonly what: EarlyChoice
  readonly shown: { readonly amountMinor: bigint; readonly lastChargeId: string }
  readonly isDeclined: boolean
}

// This press charged nothing. If another press did, answer with the result of that charge.
function answerRefusal({ model, words }: SignedIn, plan: LoadedPlan, refused: RefusedPayment): Answer {
  const { what, shown, isDeclined } = refused
  const { texts } = words
  const purchase = purchaseModelOf(plan)
  const latest = plan.charges.at(-1)
  const isOther = latest !== undefined && latest.kind === 'early' && latest.id !== shown.lastChargeId
  // A card that may not be tried again gets no payment form: the purchase's page asks for another card.
  if (isOther && (!isDeclined || purchase.needsCard)) return { goTo: addressOf(model, '', { charge: latest.id }) }
  const choice = purchase.choices.find((one) => one.what === what) ?? amountOf(purchase, what)
  if (choice === undefined || purchase.underWay !== undefined || purchase.needsCard) return { goTo: addressOf(model) }
  if (isDeclined && isOther) {
    const decline = texts.declines[latest.declineReason ?? 'declined']
    return { page: renderPay(model, words, purchase, { choice, decline }) }
  }
  const money = (minor: bigint): string => words.money(minor, purchase.currency)
  const moved =
    choice.amountMinor === shown.amountMinor
      ? texts.payStale
      : texts.payMoved(money(shown.amountMinor), money(choice.amountMinor))
  return { page: renderPay(model, words, purchase, { choice, moved }) }
}

/** Returns a choice that the page does not list because another choice costs the same. It may still be sent. */
function amountOf({ choices, overdueMinor }: PurchaseModel, what: EarlyChoice) {
  if (what === 'overdue' && overdueMinor === 0n) return undefined
  const [same] = what === 'all' ? choices.slice(-1) : choices
  return same && { what, amountMinor: same.amountMinor }
}

async function submitBank(api: Api, context: SignedIn, { fields, query }: SentForm): Promise<Answer> {
  const { actor, plan } = await readPurchase(api, context)
  const charge = plan.charges.find(({ id }) => id === query('charge'))
  if (charge !== undefined) await answerBank(api.app, actor, charge, fields['answer'] === 'confirm')
  return { goTo: addressOf(context.model, '', { charge: charge?.id }) }
}

async function submitCard(api: Api, context: SignedIn, { fields, query }: SentForm): Promise<Answer> {
  return takeTypedCard(api, context, await readCardChange(api, context, parseChoice(query('what'))), fields)
}

function minorOf(text: string): bigint {
  return /^\d{1,18}$/.test(text) ? BigInt(text) : -1n
}
