import type { App } from '../../../platform/app/app.ts'
import type { Region } from '../../../platform/base/countries.ts'
import type { SessionId } from '../../../platform/base/ids.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import { findCustomer } from '../sessions/find-customer.ts'
import { getSession } from '../sessions/get-session.ts'
import { statusOf } from '../sessions/session.ts'
import { pageUrl } from '../wire.ts'
import { drawPicture } from './qr-picture.ts'

/** A PNG of the payment page's address, for a screen in a shop. Refuses with 404 a session that nobody can pay any more. */
export async function drawQrCode(app: App, region: Region, id: SessionId, baseUrl: string): Promise<Buffer> {
  const customer = await findCustomer(app, region, id, '')
  const session = await getSession(app, customer, id)
  if (statusOf(session, nowFor(app, customer)) !== 'created') throw refusals.noSuchSession()
  return drawPicture(pageUrl(session, baseUrl))
}
