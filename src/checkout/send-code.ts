import type { App } from '../app/app.ts'
import { countMessage } from './count-message.ts'
import { type Standpoint, trySaveVisit } from './load-visit.ts'
import { codeMessage } from './messages.ts'
import { isReachable } from './phone.ts'
import { hashCode, newCode, secondsToResend } from './phone-code.ts'
import type { Session } from './session.ts'
import { canMove } from './visit.ts'

/** `wait`: not yet. `busy`: too many were sent. `wrong`: nothing is sent to that country. `moved`: the session stands elsewhere by now. */
export type SendOutcome = 'sent' | 'wait' | 'busy' | 'wrong' | 'moved'

export interface CodeRequest {
  /** E.164. */
  readonly phone: string
  /** The page's language, which is the message's. */
  readonly lang: Session['lang']
  /** Where the customer is, as it is counted. */
  readonly address: string
}

/**
 * Sends a new code to the phone; codes sent before work no longer. A session sends four in all, then it is locked. The pause
 * between two is for the same phone: a mistyped number may be put right at once.
 */
export async function sendCode(app: App, at: Standpoint, { phone, lang, address }: CodeRequest): Promise<SendOutcome> {
  if (!canMove(at.stage, 'send_code')) return 'moved'
  const { visit, session, customer, now } = at
  if (!isReachable(phone, app.config.messageCountries)) return 'wrong'
  const pause = secondsToResend(visit.code, now)
  if (pause === undefined) {
    await trySaveVisit(app, at, { lockedAt: now })
    return 'moved'
  }
  if (pause > 0 && phone === visit.phone) return 'wait'
  // Every message counts for the phone it goes to, also where the session goes on to another phone.
  const { merchantId, isTest } = customer
  if ((await countMessage(app, { merchantId, isTest, phone, address })) !== undefined) return 'busy'
  const code = newCode(customer.isTest)
  const saved = await trySaveVisit(app, at, {
    phone,
    code: { ...visit.code, hash: hashCode(code, session.id), sentAt: now, sends: visit.code.sends + 1 },
    browserHash: null,
    card: null,
  })
  if (!saved) return 'moved'
  const messenger = customer.isTest ? app.messengers.test : app.messengers.live
  const text = codeMessage({ ...session, lang }, code)
  const message = { merchantId: customer.merchantId, to: phone, text, about: session.id, at: now }
  await messenger.send(message).catch((error: unknown) => {
    app.log.error(
      { session_id: session.id, reason: error instanceof Error ? error.message : 'unknown' },
      'code not sent',
    )
    throw error
  })
  return 'sent'
}
