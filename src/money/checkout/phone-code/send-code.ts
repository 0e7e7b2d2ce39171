import type { App } from '../../../platform/app/app.ts'
import { isReachable } from '../../../platform/base/phone.ts'
import { choosePlan } from '../../payments/payment-plan.ts'
import { codeMessage } from '../messages/messages.ts'
import { countMessage } from '../messages/quota-counts.ts'
import { type CheckoutContext, trySaveProgress } from '../progress/context.ts'
import { canTransition } from '../progress/progress.ts'
import type { Session } from '../sessions/session.ts'
import { hashCode, newCode, secondsToResend } from './phone-code.ts'

/**
 * `wait`: not yet. `busy`: too many were sent. `wrong`: nothing is sent to that country. `moved`: the checkout is
 * at another stage.
 */
type SendOutcome = 'sent' | 'wait' | 'busy' | 'wrong' | 'moved'

interface CodeRequest {
  /** E.164. */
  readonly phone: string
  /** The name of the chosen terms. What is not offered changes nothing. */
  readonly plan?: string | undefined
  /** The page's language, which is the message's. */
  readonly lang: Session['lang']
  /** The customer's address, for the quotas. */
  readonly address: string
}

/**
 * Sends a new code to the phone, and invalidates earlier codes. A session sends four codes, then it is locked. The
 * pause between two codes holds for the same phone, so that a mistyped number can be corrected at once. The chosen plan
 * is saved in the pause, too.
 */
export async function sendCode(
  app: App,
  context: CheckoutContext,
  { phone, plan, lang, address }: CodeRequest,
): Promise<SendOutcome> {
  if (!canTransition(context.stage, 'send_code')) return 'moved'
  const { progress, session, customer, now } = context
  if (!isReachable(phone, app.config.messageCountries)) return 'wrong'
  const pause = secondsToResend(progress.code, now)
  if (pause === undefined) {
    await trySaveProgress(app, context, { lockedAt: now })
    return 'moved'
  }
  const choice = plan !== undefined && choosePlan(session.payment.plan, plan) !== undefined ? { plan } : {}
  if (pause > 0 && phone === progress.phone) {
    if (context.stage === 'code' && choice.plan !== undefined) await trySaveProgress(app, context, choice)
    return 'wait'
  }
  // Each message counts for its phone, even if the session changes to another phone.
  const { merchantId, isTest } = customer
  if ((await countMessage(app, { merchantId, isTest, phone, address })) !== undefined) return 'busy'
  const code = newCode(customer.isTest)
  const saved = await trySaveProgress(app, context, {
    phone,
    ...choice,
    code: { ...progress.code, hash: hashCode(code, session.id), sentAt: now, sends: progress.code.sends + 1 },
    browserHash: null,
    card: null,
  })
  if (!saved) return 'moved'
  const messenger = customer.isTest ? app.messengers.test : app.messengers.live
  const text = codeMessage({ ...session, lang }, code)
  const message = {
    merchantId: customer.merchantId,
    to: phone,
    text,
    about: session.id,
    kind: 'code',
    isTest: customer.isTest,
    at: now,
  } as const
  await messenger.send(message).catch((error: unknown) => {
    app.log.error(
      { session_id: session.id, reason: error instanceof Error ? error.message : 'unknown' },
      'code not sent',
    )
    throw error
  })
  return 'sent'
}
