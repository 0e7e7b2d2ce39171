import type { App } from '../app/app.ts'
import { giveCard } from '../checkout/card/give-card.ts'
import { answerBank } from '../checkout/charges/answer-bank.ts'
import { payFirstPart } from '../checkout/charges/pay-first-part.ts'
import { latinDigits } from '../checkout/latin-digits.ts'
import { parsePhone } from '../checkout/messages/phone.ts'
import { checkCode } from '../checkout/phone-code/check-code.ts'
import { sendCode } from '../checkout/phone-code/send-code.ts'
import { leaveCheckout } from '../checkout/progress/leave-checkout.ts'
import { type Scene, showCard, showCode, showOrder } from './show-stage.ts'

/** Takes one step with what a form sent. Answers the page with what is wrong, or undefined: the session's stage is the answer. */
type Step = (app: App, scene: Scene, form: Readonly<Record<string, unknown>>) => Promise<string | undefined>

/** Every form of the payment page, by the last part of its address. */
export const steps: Readonly<Record<string, Step>> = {
  phone: takePhone,
  code: takeCode,
  resend: resendCode,
  card: takeCard,
  async pay(app, { at }) {
    await payFirstPart(app, at)
    return undefined
  },
  async bank(app, { at }, form) {
    await answerBank(app, at, form['answer'] === 'confirm')
    return undefined
  },
  async cancel(app, { at }) {
    await leaveCheckout(app, at)
    return undefined
  },
}

function textOf(form: Readonly<Record<string, unknown>>, name: string): string {
  const value = form[name]
  return typeof value === 'string' ? value.slice(0, 64) : ''
}

async function takePhone(app: App, scene: Scene, form: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  const { stage } = scene.at
  if (stage !== 'order' && stage !== 'code') return undefined
  const typed = textOf(form, 'phone')
  const phone = parsePhone(typed, scene.at.store.country)
  if (phone === undefined) return showOrder(scene, { phone: typed, problem: 'wrong' })
  const outcome = await sendCode(app, scene.at, { phone, lang: scene.frame.lang, address: scene.address })
  if (outcome === 'wrong') return showOrder(scene, { phone: typed, problem: 'wrong' })
  if (outcome === 'busy') return showOrder(scene, { phone: typed, problem: 'busy' })
  // The page for the code says by itself when another may be asked for.
  if (outcome === 'wait' && stage === 'order') return showOrder(scene, { phone: typed, problem: 'wait' })
  return undefined
}

async function takeCode(app: App, scene: Scene, form: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  const typed = latinDigits(textOf(form, 'code')).replace(/\s/g, '')
  if (scene.at.stage !== 'code') return undefined
  if (typed === '') return showCode(scene, 'missing')
  const answer = await checkCode(app, scene.at, typed)
  if (answer === 'moved') return undefined
  if (answer === 'too_old') return showCode(scene, 'too_old')
  const { progress } = scene.at
  const counted = { ...progress, code: { ...progress.code, wrongTries: progress.code.wrongTries + 1 } }
  return showCode({ ...scene, at: { ...scene.at, progress: counted } }, 'wrong')
}

async function resendCode(app: App, scene: Scene): Promise<string | undefined> {
  if (scene.at.stage !== 'code') return undefined
  const { phone } = scene.at.progress
  const outcome = await sendCode(app, scene.at, { phone, lang: scene.frame.lang, address: scene.address })
  if (outcome === 'wrong') return showOrder(scene, { phone, problem: 'wrong' })
  return outcome === 'wait' || outcome === 'busy' ? showCode(scene, 'wait') : undefined
}

async function takeCard(app: App, scene: Scene, form: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  const expiry = textOf(form, 'expiry')
  const number = textOf(form, 'number')
  const answer = await giveCard(app, scene.at, { number, expiry, security_code: textOf(form, 'security_code') })
  if (answer === 'moved') return undefined
  if (answer === 'unavailable') return showCard(scene, { expiry, decline: 'unavailable' })
  return showCard(scene, { expiry, problems: answer.problems })
}
