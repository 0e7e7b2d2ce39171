import { codeDigits, secondsToResend } from '../../money/checkout/phone-code/phone-code.ts'
import type { App } from '../../platform/app/app.ts'
import { homeCountryOf } from '../../platform/base/markets.ts'
import { parsePhone } from '../../platform/base/phone.ts'
import { latinDigits } from '../../platform/base/texts.ts'
import type { CodeProblem } from '../../platform/ui/customer/code-field.ts'
import type { PageContext } from './page-context.ts'
import { checkCode } from './sign-in/check-code.ts'
import { sendCode } from './sign-in/send-code.ts'
import { type SignIn, triesLeftOf } from './sign-in/sign-in.ts'
import { findSignIn } from './sign-in/sign-ins.ts'
import { renderCode, renderLocked, renderPhone } from './views/sign-in.ts'

/** The fields that a form sent. */
export type FormFields = Readonly<Record<string, unknown>>

/**
 * The answer of a sign-in form: a page with the problem, the token of a new session, or undefined: show the current
 * step.
 */
type SignInAnswer = { readonly page: string } | { readonly token: string } | undefined

type SignInAction = (app: App, context: PageContext, fields: FormFields) => Promise<SignInAnswer>

/** The forms of the sign-in, by the last part of their address. */
export const signInActions: Readonly<Record<string, SignInAction>> = {
  phone: submitPhone,
  code: submitCode,
  resend: resendCode,
}

/** Returns the current step of the sign-in: the phone, or the code. */
export async function renderSignIn(app: App, context: PageContext): Promise<string> {
  const signIn = await findSignIn(app, context.scope, context.browser.hash)
  return signIn === undefined
    ? renderPhone(context.model, context.words, {})
    : renderCodeStep(app, context, signIn, undefined)
}

export function textOf(fields: FormFields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value.slice(0, 64) : ''
}

async function submitPhone(app: App, context: PageContext, fields: FormFields): Promise<SignInAnswer> {
  const { scope, browser, model, words, address } = context
  const typed = textOf(fields, 'phone')
  const phone = parsePhone(typed, homeCountryOf(scope.region))
  if (phone === undefined) return { page: renderPhone(model, words, { phone: typed, problem: 'wrong' }) }
  const signIn = await findSignIn(app, scope, browser.hash)
  const request = { browserHash: browser.hash, signIn, phone, lang: model.lang, address }
  const outcome = await sendCode(app, scope, request)
  if (outcome === 'locked') return { page: renderLocked(model, words) }
  // The code's page shows when a new code may be requested.
  if (outcome === 'sent' || (outcome === 'wait' && signIn?.phone === phone)) return undefined
  return { page: renderPhone(model, words, { phone: typed, problem: outcome }) }
}

async function submitCode(app: App, context: PageContext, fields: FormFields): Promise<SignInAnswer> {
  const { scope, browser, model, words } = context
  const signIn = await findSignIn(app, scope, browser.hash)
  if (signIn === undefined) return undefined
  const typed = latinDigits(textOf(fields, 'code')).replace(/\s/g, '')
  if (typed === '') return { page: renderCodeStep(app, context, signIn, 'missing') }
  const answer = await checkCode(app, signIn, browser.hash, typed)
  if (typeof answer === 'object') return answer
  if (answer === 'locked') return { page: renderLocked(model, words) }
  const counted = (await findSignIn(app, scope, browser.hash)) ?? signIn
  return { page: renderCodeStep(app, context, counted, answer) }
}

async function resendCode(app: App, context: PageContext): Promise<SignInAnswer> {
  const { scope, browser, model, words, address } = context
  const signIn = await findSignIn(app, scope, browser.hash)
  if (signIn === undefined) return undefined
  const { phone } = signIn
  const outcome = await sendCode(app, scope, { browserHash: browser.hash, signIn, phone, lang: model.lang, address })
  switch (outcome) {
    case 'sent':
      return undefined
    case 'locked':
      return { page: renderLocked(model, words) }
    case 'wait':
      return { page: renderCodeStep(app, context, signIn, 'wait') }
    default:
      return { page: renderPhone(model, words, { phone, problem: outcome }) }
  }
}

function renderCodeStep(app: App, context: PageContext, signIn: SignIn, problem: CodeProblem | undefined): string {
  const { model, words, isSandbox } = context
  const triesLeft = triesLeftOf(signIn)
  if (triesLeft === 0) return renderLocked(model, words)
  return renderCode(model, words, {
    phone: signIn.phone,
    digits: codeDigits(signIn.isTest),
    triesLeft,
    secondsToResend: secondsToResend(signIn, app.clock.now()),
    problem,
    outbox: isSandbox ? `/sandbox/outbox?sessionId=${signIn.id}` : undefined,
  })
}
