import { getLink } from '../../../money/checkout/links/links.ts'
import { drawPicture } from '../../../money/checkout/qr-code.ts'
import { statusOf } from '../../../money/checkout/sessions/session.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { discloseLink } from '../../back-office/disclosure/disclose-link.ts'
import type { Answer, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { payAddress } from './link-address.ts'
import { linkPage } from './views/link.ts'

/** The page of one link. */
export async function viewLink(visit: Visit): Promise<Answer> {
  const link = discloseLink(visit, await getLink(visit.app, visit.actor, visit.id))
  return linkPage(visit, link, { done: visit.query('done') })
}

/** The link as a QR code, while it can be paid with. */
export async function viewLinkPicture(visit: Visit): Promise<Answer> {
  const { app, actor, id } = visit
  const link = await getLink(app, actor, id)
  if (statusOf(link.session, nowFor(app, actor)) !== 'created') throw refusals.noSuchPage()
  return { file: { name: `link-${id}.png`, type: 'image/png', body: await drawPicture(payAddress(visit, link)) } }
}
