import { getMerchant } from '../../../platform/merchants/merchants.ts'
import { openForReason } from '../../../platform/people/openings.ts'
import type { Fields, Section, SupportAnswer, SupportVisit } from '../page.ts'
import { reasonIn } from '../personal/reason-form.ts'
import { lookAt } from './look.ts'

/** Seeing a merchant's dashboard, for an hour. The pages are the dashboard's. */
export const asMerchant: Section = { pages: [], forms: [{ path: '/merchants/:id/look', submit: submitLook }] }

async function submitLook(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, session, id, address } = visit
  const { merchantId } = await getMerchant(app, id)
  const reason = reasonIn(fields)
  if (reason === undefined) return { goTo: address(`merchants/${id}`, { reason: 'missing' }) }
  await openForReason(app, session, lookAt(merchantId), reason)
  return { goTo: address(`merchants/${id}/dashboard`) }
}
