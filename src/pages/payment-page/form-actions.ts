import { hashOf } from '../../money/checkout/agreement/agreement.ts'
import { giveCard } from '../../money/checkout/card/give-card.ts'
import { answerBank } from '../../money/checkout/charges/first-charges.ts'
import { payFirstPart } from '../../money/checkout/charges/pay-first-part.ts'
import { checkCode } from '../../money/checkout/phone-code/check-code.ts'
import { sendCode } from '../../money/checkout/phone-code/send-code.ts'
import { leaveCheckout } from '../../money/checkout/progress/leave-checkout.ts'
import type { App } from '../../platform/app/app.ts'
import { parsePhone } from '../../platform/base/phone.ts'
import { latinDigits } from '../../platform/base/texts.ts'
import type { PageContext } from './page-context.ts'
import { renderCardStage, renderCodeStage, renderConfirmStage, renderOrderStage } from './stages.ts'

/** The fields that a form sent. */
export type FormFields = Readonly<Record<string, unknown>>

/** Handles a form. Returns the page with the problem, or undefined: show the session's current stage. */
type FormAction = (app: App, context: PageContext, fields: FormFields) => Promise<string | undefined>

/** The forms of the payment page, by the last part of their address. */
export const formActions: Readonly<Record<string, FormAction>> = {
  phone: submitPhone,
  code: submitCode,
  resend: resendCode,
  card: submitCard,
  pay: submitPayment,
  async bank(app, { checkout }, fields) {
    await answerBank(app, checkout, fields['answer'] === 'confirm')
    return undefined
  },
  async cancel(app, { checkout }) {
    await leaveCheckout(app, checkout)
    return undefined
  },
}

function textOf(fields: FormFields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value.slice(0, 64) : ''
}

async function submitPhone(app: App, context: PageContext, fields: FormFields): Promise<string | undefined> {
  const { checkout, model, address } = context
  const { stage } = checkout
  if (stage !== 'order' && stage !== 'code') return undefined
  const typed = textOf(fields, 'phone')
  const phone = parsePhone(typed, checkout.store.country)
  if (phone === undefined) return renderOrderStage(context, { phone: typed, problem: 'wrong' })
  const outcome = await sendCode(app, checkout, { phone, plan: model.planOfAddress, lang: model.lang, address })
  if (outcome === 'wrong') return renderOrderStage(context, { phone: typed, problem: 'wrong' })
  if (outcome === 'busy') return renderOrderStage(context, { phone: typed, problem: 'busy' })
  // The code's page shows when a new code may be requested.
  if (outcome === 'wait' && stage === 'order') return renderOrderStage(context, { phone: typed, problem: 'wait' })
  return undefined
}

async function submitCode(app: App, context: PageContext, fields: FormFields): Promise<string | undefined> {
  const { checkout } = context
  const typed = latinDigits(textOf(fields, 'code')).replace(/\s/g, '')
  if (checkout.stage !== 'code') return undefined
  if (typed === '') return renderCodeStage(context, 'missing')
  const answer = await checkCode(app, checkout, typed)
  if (answer === 'moved') return undefined
  if (answer === 'too_old' || answer === 'too_many') return renderCodeStage(context, answer)
  const { progress } = checkout
  const counted = { ...progress, code: { ...progress.code, wrongTries: progress.code.wrongTries + 1 } }
  return renderCodeStage({ ...context, checkout: { ...checkout, progress: counted } }, 'wrong')
}

async function resendCode(app: App, context: PageContext): Promise<string | undefined> {
  const { checkout, model, address } = context
  if (checkout.stage !== 'code') return undefined
  const { phone } = checkout.progress
  const outcome = await sendCode(app, checkout, { phone, lang: model.lang, address })
  if (outcome === 'wrong') return renderOrderStage(context, { phone, problem: 'wrong' })
  return outcome === 'wait' || outcome === 'busy' ? renderCodeStage(context, 'wait') : undefined
}

async function submitCard(app: App, context: PageContext, fields: FormFields): Promise<string | undefined> {
  // With a hosted card page, card numbers must not reach our servers.
  if (context.isCardHosted) return undefined
  const expiry = textOf(fields, 'expiry')
  const card = { number: textOf(fields, 'number'), expiry, security_code: textOf(fields, 'security_code') }
  const answer = await giveCard(app, context.checkout, card)
  if (answer === 'moved') return undefined
  if (answer === 'unavailable') return renderCardStage(context, { expiry, decline: 'unavailable' })
  return renderCardStage(context, { expiry, problems: answer.problems })
}

async function submitPayment(app: App, context: PageContext, fields: FormFields): Promise<string | undefined> {
  const { checkout, model, agreement, address, addressOutside } = context
  // A page that does not say what it showed, such as one of a version before, is shown once more.
  if (checkout.stage === 'confirm' && fields['agreed'] !== hashOf(agreement))
    return renderConfirmStage(context, 'moved')
  const securityCode = textOf(fields, 'security_code')
  const agreed = { text: agreement, language: model.lang, address }
  const problem = await payFirstPart(app, checkout, { returnUrl: addressOutside('bank-back'), securityCode, agreed })
  if (problem === undefined) return undefined
  return problem === 'spent' ? renderCardStage(context, { isCodeSpent: true }) : renderConfirmStage(context, problem)
}
