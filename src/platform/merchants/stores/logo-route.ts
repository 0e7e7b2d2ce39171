import { parseId } from '../../base/ids.ts'
import type { Api } from '../../http/api.ts'
import { Type } from '../../http/type.ts'
import { refusals } from '../refusals.ts'
import { findStoreLogo } from './store.ts'

const schema = {
  hide: true,
  params: Type.Object({ merchant: Type.String(), store: Type.String(), logo: Type.String() }),
}

// It is looked at, and nothing else: no page of ours comes from what a merchant has sent.
const headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=31536000, immutable',
}

/** `GET /logos/{merchant}/{store}/{logo}`: a store's logo, to everybody, as long as it is the store's. Another one has another address. */
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
