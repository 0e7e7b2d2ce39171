import type { App } from '../app/app.ts'
import { newOrderedId } from '../base/ids.ts'
import { hour } from '../base/times.ts'
import { type Standpoint, trySaveVisit } from './load-visit.ts'
import { codeMessage } from './messages.ts'
import { codeRules, hashCode, newCode, secondsToResend } from './phone-code.ts'
import type { Session } from './session.ts'
import { noteCodeMessage } from './store/visits.ts'
import { canMove } from './visit.ts'

/** `wait`: not yet. `busy`: this phone got too many. `moved`: the session stands elsewhere by now. */
export type SendOutcome = 'sent' | 'wait' | 'busy' | 'moved'

/**
 * Sends a new code to the phone (E.164); codes sent before work no longer. A session sends four in all, then it is locked. The
 * pause between two is for the same phone: a mistyped number may be put right at once. The message is in the page's language.
 */
export async function sendCode(app: App, at: Standpoint, phone: string, lang: Session['lang']): Promise<SendOutcome> {
  if (!canMove(at.stage, 'send_code')) return 'moved'
  const { visit, session, customer, now } = at
  const pause = secondsToResend(visit.code, now)
  if (pause === undefined) {
    await trySaveVisit(app, at, { lockedAt: now })
    return 'moved'
  }
  if (pause > 0 && phone === visit.phone) return 'wait'
  if (app.config.rateLimits && !(await mayBeSent(app, at, phone))) return 'busy'
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

// Every message counts for the phone it goes to, also where the session goes on to another phone.
async function mayBeSent(app: App, { customer, now }: Standpoint, phone: string): Promise<boolean> {
  const limit = [now - hour, codeRules.sendsPerHour] as const
  const [row] = await app.db.run(noteCodeMessage, [customer.merchantId, phone, now, ...limit, newOrderedId()])
  return row?.noted ?? false
}
