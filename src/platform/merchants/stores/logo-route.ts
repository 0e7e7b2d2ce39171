import { parseId } from '../../base/ids.ts'
import type { Api } from '../../http/api.ts'
import { Type } from '../../http/type.ts'
import { refusals } from '../refusals.ts'
import { findStoreLogo } from './store.ts'

const schema = {
  hide: true,
  params: Type.Object({ merchant: Type.String(), store: Type.String(), logo: Type.String() }),
}

// A merchant's file is shown as a picture only. Opened by itself it must not run as a page of ours.
const headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=31536000, immutable',
}

/**
 * Adds `GET /logos/{merchant}/{store}/{logo}`: the store's current logo, without a key. A new logo has a new
 * address.
 */
export function addLogoRoute({ app, server }: Api): void {
  server.get('/logos/:merchant/:store/:logo', { schema }, async (request, reply) => {
    const { merchant, store, logo } = request.params
    const [merchantId, storeId] = [parseId(merchant), parseId(store)]
    const isName = /^[\w-]{22}$/.test(logo)
    const isKnown = merchantId !== undefined && storeId !== undefined && isName
    const [found] = isKnown ? await app.db.run(findStoreLogo, { merchantId, storeId, logo }) : []
    if (found === undefined) throw refusals.noSuchLogo()
    return reply.headers(headers).type(found.content_type).send(found.body)
  })
}
