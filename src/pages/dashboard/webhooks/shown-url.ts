import { placeOf } from '../../back-office/webhook-place.ts'
import type { Visit } from '../page.ts'

/** A webhook's address: the whole of it to who may change it, for what stands behind host and path may be a secret. */
export function shownUrl(visit: Visit, url: string): string {
  return visit.may('change_webhooks') ? url : (placeOf(url) ?? url)
}
