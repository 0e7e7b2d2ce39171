import type { FastifyReply, FastifyRequest } from 'fastify'
import type { QuoteAnswer } from '../../money/checkout/quotes/answers.ts'
import { getQuote } from '../../money/checkout/quotes/get-quote.ts'
import { quoteWire } from '../../money/checkout/quotes/wire.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import type { Api } from '../../platform/http/api.ts'
import { guardKeyless } from '../../platform/http/limit-keyless.ts'
import { addAssets } from '../../platform/ui/assets.ts'
import { htmlType } from '../../platform/ui/html.ts'
import { queryOf } from '../../platform/ui/page-request.ts'
import { publicPageHeaders } from '../../platform/ui/security-headers.ts'
import { type Lang, otherLang } from '../../platform/ui/words/lang.ts'
import { assets, learnMoreAssets, webViewAssets } from './assets.ts'
import { renderLearnMore } from './learn-more.ts'
import { aliasNames, type Names, ownNames } from './names.ts'
import { entityTag, type ShopScript, writeShopScript } from './scripts.ts'
import { renderWebView } from './web-view.ts'

const schema = { hide: true }

// For pages of any origin, also those that only embed what agrees to it.
const anyOrigin = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } as const
const anHour = { 'cache-control': 'public, max-age=3600' } as const

/**
 * Adds on-site messaging: the scripts for shops' pages, the snippet as a page, and "Learn more" as a page
 * (docs/contract/messaging.md). With client aliases also under the names that existing plug-ins and apps have.
 */
export function addMessaging(api: Api): void {
  addAssets(api.server, assets)
  for (const names of [ownNames, ...(api.app.config.clientAliases ? [aliasNames] : [])]) {
    for (const script of names.scripts) addScript(api, script)
    addWebView(api, names)
    for (const path of names.learnMore) for (const lang of ['en', 'ar'] as const) addLearnMore(api, path, lang)
  }
}

function addScript({ server, baseUrl }: Api, script: ShopScript): void {
  // The service's address is known once it listens.
  let written: string | undefined
  server.get(script.path, { schema }, async (request, reply) => {
    written ??= writeShopScript(script, baseUrl())
    return sendTagged(request, reply.type('text/javascript; charset=utf-8').headers(anHour), written)
  })
}

function addWebView({ server }: Api, { webView, learnMore: [learnMore] }: Names): void {
  server.get(webView, { schema }, async (request, reply) => {
    const lang = /^ar/i.test(queryOf(request, 'lang') ?? '') ? 'ar' : 'en'
    return sendPage(request, reply.headers(anHour), renderWebView(lang, webViewAssets, learnMore))
  })
}

function addLearnMore(api: Api, path: string, lang: Lang): void {
  const options = { schema, onRequest: guardKeyless(api.app, 'snippet') }
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [, query = ''] = request.url.split(/\?(.*)/s)
    const figures = query === '' ? undefined : await findFigures(api, request)
    const otherLanguage = `${path}${otherLang(lang)}/?${query}`
    // What was refused may work after the merchant has changed it.
    const keeping = figures === undefined && query !== '' ? {} : anHour
    const page = renderLearnMore({ lang, figures, assets: learnMoreAssets, otherLanguage })
    return sendPage(request, reply.headers({ 'cache-control': 'no-cache', ...keeping }), page)
  }
  for (const end of ['', '/']) api.server.get(`${path}${lang}${end}`, options, answer)
}

// A page with a wrong address says how to pay in parts, without amounts.
async function findFigures(api: Api, request: FastifyRequest): Promise<QuoteAnswer | undefined> {
  try {
    return quoteWire(await getQuote(api, request))
  } catch (error) {
    if (error instanceof Refusal && error.kind !== 'too_many_requests') return undefined
    throw error
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  const { 'cache-control': _, ...headers } = publicPageHeaders
  return sendTagged(request, reply.type(htmlType).headers(headers), page)
}

/** Sends a body with its entity tag; 304 if the browser has it. */
function sendTagged(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const tag = entityTag(body)
  reply.headers({ ...anyOrigin, etag: tag })
  const known = request.headers['if-none-match'] ?? ''
  return known.includes(tag) ? reply.code(304).send() : reply.send(body)
}
