import { unlockPhone } from '../../../money/checkout/phone-code/code-tries.ts'
import { changeServiceBlock } from '../../../money/risk/service-blocks.ts'
import { parsePhone } from '../../../platform/base/phone.ts'
import { type Opening, openForReason } from '../../../platform/people/openings.ts'
import { withQuery } from '../../../platform/people/pages/answers.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { leftToRight } from '../../../platform/ui/words/lang.ts'
import type { Fields, SupportAnswer, SupportVisit } from '../page.ts'
import { caseOfPhone, isOpened, reasonIn } from '../personal.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'

/** Opens a customer's data for this session. The phone is in the address. Asks again if the reason is missing. */
export async function submitOpenPhone(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, session, address } = visit
  const phone = parsePhone(visit.query('phone') ?? '', 'AE')
  if (phone === undefined) throw refusals.noSuchPage()
  const reason = reasonIn(fields)
  if (reason === undefined) return { goTo: address('customers', { phone, reason: 'missing' }) }
  const opening = caseOfPhone(phone)
  if (!(await isOpened(visit, opening))) await openForReason(app, session, opening, reason)
  return { goTo: address('customers', { phone }) }
}

/** Blocks or unblocks a customer's new orders at every merchant, in both modes, after a confirmation. */
export async function submitBlock(visit: SupportVisit, fields: Fields, isBlocked: boolean): Promise<SupportAnswer> {
  const { app, words, address } = visit
  const { texts } = words
  const phone = await requireOpened(visit, fields)
  if (!isConfirmed(fields)) {
    const shown = leftToRight(phone)
    const label = isBlocked ? texts.block : texts.unblock
    return askPage(visit, {
      ...{ title: label, label, fields: { phone } },
      sentence: isBlocked ? texts.blockSentence(shown) : texts.unblockSentence(shown),
      to: isBlocked ? 'customers/block' : 'customers/unblock',
      back: withQuery('customers', { phone }),
    })
  }
  const what = isBlocked ? 'block_customer' : 'unblock_customer'
  await changeServiceBlock(app, phone, isBlocked, (tx) => recordDone(visit, { what, ...subjectOf(phone) }, {}, tx))
  return { goTo: address('customers', { phone, done: isBlocked ? 'blocked' : 'unblocked' }) }
}

/** Unlocks codes of checkout and sign-in for a customer. */
export async function submitUnlock(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, address, parts } = visit
  const phone = await requireOpened(visit, fields)
  const checkouts = await unlockPhone(app, phone)
  const signIns = await parts.unlockSignIns(app, phone)
  const details = { checkouts, sign_ins: signIns }
  await recordDone(visit, { what: 'unlock_code', ...subjectOf(phone), details })
  return { goTo: address('customers', { phone, done: 'unlocked' }) }
}

// The log contains no personal data: only the end of the phone.
function subjectOf(phone: string): Pick<Opening, 'onKind' | 'onId'> {
  const { onKind, onId } = caseOfPhone(phone)
  return { onKind, onId }
}

/** Returns the phone of a form. Refuses with 403 before its case is opened. */
export async function requireOpened(visit: SupportVisit, fields: Fields): Promise<string> {
  const phone = parsePhone(fields['phone'] ?? '', 'AE')
  if (phone === undefined) throw refusals.noSuchPage()
  if (!(await isOpened(visit, caseOfPhone(phone)))) throw refusals.personalClosed()
  return phone
}
