import { baseUrlOf } from '../../../platform/app/app.ts'
import type { WithChange } from '../../../platform/db/db.ts'
import type { Merchant } from '../../../platform/merchants/merchant.ts'
import { getMerchant } from '../../../platform/merchants/merchants.ts'
import type { AdminRequest } from '../../../platform/people/admin-requests/admin-request.ts'
import { getAdminRequest } from '../../../platform/people/admin-requests/admin-requests.ts'
import {
  confirmAdminRequest,
  withdrawAdminRequest,
} from '../../../platform/people/admin-requests/decide-admin-request.ts'
import { requestAdmin } from '../../../platform/people/admin-requests/request-admin.ts'
import { endClaim } from '../../../platform/people/claims/claims.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { proofPage } from '../../../platform/people/pages/proof-page.ts'
import { secretPage } from '../../../platform/people/pages/shown-secret.ts'
import { type AdminProblem, adminProblemOf } from '../../../platform/people/pages/team-problems.ts'
import { isolated } from '../../../platform/ui/words/lang.ts'
import { idIn } from '../../back-office/visit.ts'
import { changedPage } from '../changed-page.ts'
import { answerTaken } from '../claims/answer-taken.ts'
import type { Fields, SupportAnswer, SupportVisit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { merchantPage } from './view-merchant.ts'

/** Requests a merchant's first admin. The invitation waits for another agent. Refuses with 403 any other role. */
export async function submitRequestAdmin(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, session, id, address } = visit
  await getMerchant(app, id)
  if ((fields['role'] ?? 'admin') !== 'admin') throw refusals.firstAdminOnly()
  try {
    await requestAdmin(app, session, id, fields['email'] ?? '', (tx, { id: request_id, email }) =>
      recordDone(
        visit,
        { what: 'request_admin', onKind: 'merchant', onId: id, details: { email, request_id } },
        { merchantId: id },
        tx,
      ),
    )
  } catch (error) {
    const { problem, status } = adminProblemOf(error)
    return { ...(await merchantPage(visit, { problem: { of: 'invite', fields, admin: problem } })), status }
  }
  return { goTo: address(`merchants/${id}`, { done: 'requested' }) }
}

/**
 * Confirms another agent's request, after a confirmation and a second factor. Mails the link. Shows it once in a
 * sandbox or without mail.
 */
export async function submitConfirmAdmin(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, session, words, id } = visit
  const { texts } = words
  const { merchant, request } = await loadRequest(visit)
  if (request.requestedBy.id === session.personId) {
    return { ...(await merchantPage(visit, { problem: { of: 'own_request', fields: {} } })), status: 403 }
  }
  if (request.state !== 'waiting') return refusedRequest(visit, 'requestDecided')
  const taken = await answerTaken(visit, { id }, `merchants/${id}`)
  if (taken !== undefined) return taken
  if (!isConfirmed(fields)) {
    const [email, name, by] = [isolated(request.email), isolated(merchant.name), isolated(request.requestedBy.email)]
    return askPage(visit, {
      ...{ title: texts.confirmAdmin, label: texts.confirmAdmin, back: `merchants/${id}` },
      sentence: texts.confirmAdminSentence(email, name, by),
      to: `merchants/${id}/people/${request.id}/confirm`,
    })
  }
  const proof = await proofPage(visit, fields)
  if (proof !== undefined) return proof
  try {
    const noted = noteOn(visit, request, 'confirm_admin')
    const invited = await confirmAdminRequest(app, baseUrlOf(app, merchant.region), session, request, noted)
    await endClaim(app, id)
    const back = `merchants/${id}?done=invited`
    if (invited.isMailed && app.config.mode === 'production') return { goTo: visit.address(back) }
    const lead = texts.invitationLead(isolated(invited.email))
    return secretPage(visit, { title: texts.invitationLink, lead, secret: invited.link, back })
  } catch (error) {
    return refusedRequest(visit, adminProblemOf(error).problem)
  }
}

/** Withdraws a request. Any agent may do this. */
export async function submitWithdrawAdmin(visit: SupportVisit): Promise<SupportAnswer> {
  const { app, session, id, address } = visit
  const { request } = await loadRequest(visit)
  const taken = await answerTaken(visit, { id }, `merchants/${id}`)
  if (taken !== undefined) return taken
  try {
    await withdrawAdminRequest(app, session, request, noteOn(visit, request, 'withdraw_admin_request'))
    await endClaim(app, id)
  } catch (error) {
    return refusedRequest(visit, adminProblemOf(error).problem)
  }
  return { goTo: address(`merchants/${id}`, { done: 'withdrawn' }) }
}

// The request may be in any state.
async function loadRequest(visit: SupportVisit): Promise<{ merchant: Merchant; request: AdminRequest }> {
  const { app, id } = visit
  const merchant = await getMerchant(app, id)
  return { merchant, request: await getAdminRequest(app, id, idIn(visit.request, 'request')) }
}

function noteOn(
  visit: SupportVisit,
  { merchantId, id: request_id, email }: AdminRequest,
  what: 'confirm_admin' | 'withdraw_admin_request',
): WithChange {
  const details = { email, request_id }
  return (tx) => recordDone(visit, { what, onKind: 'merchant', onId: merchantId, details }, { merchantId }, tx)
}

function refusedRequest(visit: SupportVisit, problem: AdminProblem): SupportAnswer {
  const { texts } = visit.words
  const lead = texts.adminProblems[problem]
  return changedPage(visit, { title: texts.adminRefusedTitle, lead, path: `merchants/${visit.id}` })
}
