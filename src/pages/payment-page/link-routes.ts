import type { FastifyInstance } from 'fastify'
import { openLink } from '../../money/checkout/links/open-link.ts'
import { linkPath } from '../../money/checkout/links/payment-link.ts'
import { parseId } from '../../platform/base/ids.ts'
import { countryOf } from '../../platform/base/markets.ts'
import { minute, second } from '../../platform/base/times.ts'
import type { Api } from '../../platform/http/api.ts'
import type { CookieScope } from '../../platform/http/cookies.ts'
import { logoPath } from '../../platform/merchants/stores/logo.ts'
import { ensureBrowser } from '../../platform/ui/forms/browser.ts'
import { htmlType } from '../../platform/ui/html.ts'
import { queryOf } from '../../platform/ui/page-request.ts'
import { parseLang } from '../../platform/ui/words/lang.ts'
import { refusals } from './refusals.ts'
import { addressOf } from './view-model.ts'
import { renderLinkOver } from './views/link-over.ts'
import { wordsFor } from './words.ts'

/** Until sessions that other browsers opened have expired. */
const busySeconds = (5 * minute) / second

/** The address of payment links: leads to the payment page of the browser's own session, or says why nobody can pay. */
export function addLinkRoute(server: FastifyInstance, api: Api, cookies: CookieScope): void {
  server.get(`${linkPath}:token`, { schema: { hide: true } }, async (request, reply) => {
    const token = parseId((request.params as { token: string }).token)
    if (token === undefined) throw refusals.noSuchSession()
    const { hash: browserHash } = ensureBrowser(request, reply, cookies)
    const opened = await openLink(api.app, { region: api.region, token, browserHash, requestId: request.id })
    const { session } = 'link' in opened ? opened.link : opened
    const lang = parseLang(queryOf(request, 'lang')) ?? session.lang
    if (!('link' in opened)) return reply.redirect(addressOf({ sessionId: session.id, lang }), 303)
    if (opened.kind === 'busy') reply.code(429).header('retry-after', String(busySeconds))
    const words = wordsFor(lang, countryOf(session.payment.currency))
    const { storeName, payment } = session
    const storeLogo = logoPath(payment, session.storeLogo)
    const view = { end: opened.kind, token, isTest: payment.isTest, storeName, storeLogo }
    return reply.type(htmlType).send(renderLinkOver(words, view))
  })
}
