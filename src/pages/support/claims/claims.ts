import { getErasureRequest } from '../../../money/customers/erasure-requests.ts'
import { findDisputeOwner } from '../../../money/disputes/disputes.ts'
import { findPaymentOwner } from '../../../money/payments/timeline/timeline.ts'
import { parseId } from '../../../platform/base/ids.ts'
import { getMerchant } from '../../../platform/merchants/merchants.ts'
import { parseNext } from '../../../platform/people/back-office.ts'
import {
  type ClaimItem,
  type ClaimKind,
  claimKinds,
  giveBackItem,
  takeItem,
  takeOverItem,
  workOn,
} from '../../../platform/people/claims/claims.ts'
import { changedPage } from '../changed-page.ts'
import type { Fields, Section, SupportAnswer, SupportVisit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { answerTaken } from './answer-taken.ts'

/** Items of the queue that agents take, give back and take over. */
export const claims: Section = { pages: [], forms: [{ path: '/claims', submit: submitClaim }] }

const pathOf: Readonly<Record<ClaimKind, string>> = {
  dispute: 'disputes',
  payment: 'payments',
  merchant: 'merchants',
  erasure_request: 'erasure-requests',
}

/** Takes an item, gives it back, or takes it over. Refuses an item that a colleague has by now, with 409. */
async function submitClaim(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, session, words, address } = visit
  const item = parseItem(fields['take'] ?? fields['give_back'] ?? fields['take_over'] ?? '')
  if (item === undefined || !(await doesExist(visit, item))) throw refusals.noSuchPage()
  const path = `${pathOf[item.kind]}/${item.id}`
  const done = { goTo: parseNext('support', fields['next']) ?? address(path) }
  if (fields['give_back'] !== undefined) {
    await giveBackItem(app, session, item.id)
    return done
  }
  const isTaken =
    fields['take_over'] === undefined ? await takeItem(app, session, item) : await takeOver(visit, item, fields)
  if (isTaken) return done
  const lead = words.texts.takenMeanwhile
  return (await answerTaken(visit, item, path)) ?? changedPage(visit, { title: words.texts.takenTitle, lead, path })
}

/** Takes the item from the colleague whom the page showed, and logs it. The claim may have ended meanwhile. */
async function takeOver(visit: SupportVisit, item: ClaimItem, fields: Fields): Promise<boolean> {
  const { app, session } = visit
  const claim = await workOn(app, session, item.id)
  if (claim === undefined || claim.agentId === session.personId) return takeItem(app, session, item)
  if (claim.agentId !== parseId(fields['holder'] ?? '')) return false
  return takeOverItem(app, session, item, claim.agentId, (tx) =>
    recordDone(visit, { what: 'take_over', onKind: item.kind, onId: item.id, details: { email: claim.email } }, {}, tx),
  )
}

function parseItem(text: string): ClaimItem | undefined {
  const [kind, id = ''] = text.split('.')
  const known = claimKinds.find((one) => one === kind)
  const parsed = parseId(id)
  return known === undefined || parsed === undefined ? undefined : { kind: known, id: parsed }
}

// Refuses with 404 an unknown merchant or request.
async function doesExist({ app }: SupportVisit, { kind, id }: ClaimItem): Promise<boolean> {
  if (kind === 'dispute') return (await findDisputeOwner(app, id)) !== undefined
  if (kind === 'payment') return (await findPaymentOwner(app, id)) !== undefined
  await (kind === 'merchant' ? getMerchant(app, id) : getErasureRequest(app, id))
  return true
}
