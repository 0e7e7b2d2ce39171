import { baseUrlOf } from '../../app/base-url.ts'
import { getMerchant } from '../../merchants/get-merchant.ts'
import { operatorFor } from '../../people/invitations/invitation.ts'
import { invitePerson } from '../../people/invitations/invite-person.ts'
import { withQuery } from '../../people/pages/answers.ts'
import { proofPage } from '../../people/pages/proof-page.ts'
import { shownSecretPage } from '../../people/pages/shown-secret.ts'
import { teamProblemOf } from '../../people/pages/team-problem.ts'
import { roles } from '../../people/roles.ts'
import { isolated } from '../../ui/words/bidi.ts'
import type { Fields, SupportAnswer, SupportVisit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { merchantPage } from './view-merchant.ts'

/** Invites somebody to a merchant's team: its first admin. The link goes by mail, or is shown this once where nobody reads mail. */
export async function submitInvite(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, session, words, id, address } = visit
  const { texts } = words
  const merchant = await getMerchant(app, id)
  const role = roles.find((one) => one === fields['role'])
  if (role === undefined) throw refusals.noSuchPage()
  const proof = await proofPage(visit, fields)
  if (proof !== undefined) return proof
  const { email: by, address: from, requestId } = session
  const changer = { ...operatorFor(id), email: by, address: from, requestId }
  const wanted = { email: fields['email'] ?? '', role }
  try {
    const { email, link, isMailed } = await invitePerson(app, baseUrlOf(app, merchant.region), changer, wanted)
    const details = { email, role }
    await recordDone(visit, { what: 'invite_member', onKind: 'merchant', onId: id, details }, { merchantId: id })
    const back = withQuery(`merchants/${id}`, { done: 'invited' })
    if (isMailed && app.config.mode === 'production') return { goTo: address(back) }
    const lead = texts.invitationLead(isolated(email))
    return shownSecretPage(visit, { title: texts.invitationLink, lead, secret: link, back })
  } catch (error) {
    const { problem, status } = teamProblemOf(error)
    return { ...(await merchantPage(visit, { problem: { of: 'invite', fields, team: problem } })), status }
  }
}
