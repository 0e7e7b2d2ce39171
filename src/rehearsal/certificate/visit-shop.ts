import { returnUrl } from '../../money/checkout/sessions/session.ts'
import { findMerchantUrls } from '../../money/checkout/sessions/sessions.ts'
import type { App } from '../../platform/app/app.ts'
import type { RedirectFacts } from './facts.ts'
import { withPatience } from './patience.ts'
import type { Stage } from './play-action.ts'

/** Opens the address for customers who have paid, as one who comes back; nothing where the session has none that a server can open. */
export async function visitShop(app: App, { actor, paymentId }: Stage): Promise<RedirectFacts[]> {
  const urls = await findMerchantUrls(app, actor, paymentId)
  const url = returnUrl(urls?.success ?? null, paymentId)
  if (url === null || !/^https?:/i.test(url)) return []
  const at = app.clock.now()
  const result = await withPatience(app.outbound.visit(url))
  return [{ paymentId, at, status: result?.kind === 'answered' ? result.status : null }]
}
