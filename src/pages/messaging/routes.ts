import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../platform/http/api.ts'
import { allowAnyOrigin } from '../../platform/http/cors.ts'
import { guardKeyless } from '../../platform/http/limit-keyless.ts'
import { htmlType } from '../../platform/ui/html.ts'
import { addSnippet } from './snippet.ts'

/** A file with its tag, by which a browser asks whether it has changed. */
interface TaggedFile {
  readonly body: Buffer
  readonly tag: string
}

const partOf = (name: string): string => readFileSync(new URL(`script/${name}.js`, import.meta.url), 'utf8')
const script = ['options', 'words', 'drawing', 'snippets'].map(partOf).join('')
const styles = readFileSync(new URL('pages.css', import.meta.url))

function tagged(body: string | Buffer): TaggedFile {
  const bytes = Buffer.from(body)
  return { body: bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/** Returns the script that defines one constructor. `kind`: what it draws. */
function scriptOf(name: string, kind: 'promo' | 'card'): TaggedFile {
  return tagged(`((name, kind) => {\n${script}})('${name}', '${kind}')\n`)
}

/** Returns a page of web views. Its scripts are files: it needs no inline script. */
function pageOf(lang: 'en' | 'ar', mode: 'snippet' | 'learn'): TaggedFile {
  const direction = lang === 'ar' ? 'rtl' : 'ltr'
  const title = lang === 'ar' ? 'ادفع على دفعات' : 'Pay in parts'
  return tagged(`<!doctype html><html lang="${lang}" dir="${direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><link rel="stylesheet" href="/promos/page.css"></head>
<body data-qist-page="${mode}"><main id="snippet"></main><script src="/qist-promo.js"></script><script src="/promos/page.js"></script></body></html>
`)
}

const languages = ['en', 'ar'] as const
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
}

/**
 * Adds on-site messaging: the scripts of shop pages, the snippet as a page for web views, and "Learn more" as a page
 * (docs/contract/messaging.md). With `clientAliases` also at the names that existing shop pages load.
 */
export function addMessaging(api: Api): void {
  addSnippet(api)
  const { clientAliases } = api.app.config
  const scripts = [
    ['/qist-promo.js', scriptOf('QistPromo', 'promo')],
    ['/qist-card.js', scriptOf('QistCard', 'card')],
  ] as const
  const aliases = [
    ['/tabby-promo.js', scriptOf('TabbyPromo', 'promo')],
    ['/tabby-card.js', scriptOf('TabbyCard', 'card')],
  ] as const
  for (const [path, file] of [...scripts, ...(clientAliases ? aliases : [])])
    addFile(api, path, file, 'text/javascript; charset=utf-8')
  addFile(api, '/promos/page.js', tagged(`(() => {\n${partOf('web-view')}})()\n`), 'text/javascript; charset=utf-8')
  addFile(api, '/promos/page.css', tagged(styles), 'text/css; charset=utf-8')
  for (const path of ['/qist-promo.html', ...(clientAliases ? ['/tabby-promo.html'] : [])])
    addFile(api, path, pageOf('en', 'snippet'), htmlType)
  const learnMore = ['/promos/installments']
  if (clientAliases)
    learnMore.push('/promos/product-page/installments', '/promos/checkout-page/credit-card-installments')
  for (const lang of languages) {
    for (const path of learnMore) {
      addFile(api, `${path}/${lang}/`, pageOf(lang, 'learn'), htmlType)
      addFile(api, `${path}/${lang}`, pageOf(lang, 'learn'), htmlType)
    }
  }
}

function addFile({ app, server }: Api, path: string, { body, tag }: TaggedFile, type: string): void {
  const onRequest = [allowAnyOrigin, guardKeyless(app, 'snippet')]
  server.get(path, { onRequest, schema: { hide: true } }, async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({
      etag: tag,
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (type === htmlType) reply.headers(pageHeaders)
    if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.type(type).send(body)
  })
}

function isKnown(tags: string | undefined, tag: string): boolean {
  return tags?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag || one.trim() === '*') ?? false
}
