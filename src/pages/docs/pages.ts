import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import MiniSearch from 'minisearch'
import type { Api } from '../../platform/http/api.ts'
import type { ApiDocument } from '../../platform/http/api-document.ts'
import { limitKeyless } from '../../platform/http/limit-keyless.ts'
import { addAssets } from '../../platform/ui/assets.ts'
import { htmlType } from '../../platform/ui/html.ts'
import { queryOf } from '../../platform/ui/page-request.ts'
import { publicPageHeaders } from '../../platform/ui/security-headers.ts'
import { assetsFor } from './assets.ts'
import type { Site } from './frame.ts'
import { guidesFolder, readGuides } from './guides/contents.ts'
import type { Guide } from './guides/guide.ts'
import { renderGuide, renderMissing, type Shelf } from './guides/page.ts'
import { screenshotsIn } from './guides/pictures.ts'
import { renderReference } from './page.ts'
import { entriesOf } from './search/entries.ts'
import { openFinder } from './search/finder.js'
import { renderResults } from './search/page.ts'

const schema = { hide: true }

/** Upper limits of a search: characters of the query, and hits. */
const searchLimits = { chars: 200, hits: 50 }

/** Adds the docs of one region. Each page is drawn once and kept. */
export function addPages(api: Api, document: ApiDocument): void {
  const { server, app, region } = api
  const parts = readGuides()
  const shelf: Shelf = { parts, tags: document.tags.map((tag) => tag.name) }
  const entries = entriesOf(parts, document)
  const { files, assets, search } = assetsFor(entries)
  const caller = { baseUrl: api.baseUrl(), region, isSandbox: app.config.mode === 'sandbox' }
  const site: Site = { assets, search, caller }
  const guides = new Map(parts.flatMap((part) => part.guides).map((guide) => [guide.name, guide]))
  const pages = new Map<string, string>()
  const sendDrawn = (reply: FastifyReply, name: string, draw: () => string): FastifyReply => {
    const page = pages.get(name) ?? draw()
    pages.set(name, page)
    return sendPage(reply, page)
  }
  addAssets(server, files)
  addPictures(api)
  addScreenshots(api, [...guides.values()])
  for (const path of ['/docs', '/docs/']) {
    server.get(path, { schema }, async (_request, reply) =>
      sendDrawn(reply, '', () => renderReference(site, shelf, document)),
    )
  }
  let find: ReturnType<typeof openFinder> | undefined
  server.get('/docs/search', { schema }, async (request, reply) => {
    limitKeyless(app, 'page', request)
    const query = (queryOf(request, 'q') ?? '')
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, searchLimits.chars)
    find ??= openFinder(MiniSearch, entries)
    return sendPage(reply, renderResults(site, shelf, query, query === '' ? [] : find(query, searchLimits.hits)))
  })
  server.get<{ Params: { '*': string } }>('/docs/*', { schema }, async (request, reply) => {
    const [, name = '', twin] = /^([a-z0-9-]+)(\.md)?$/.exec(request.params['*']) ?? []
    const guide = guides.get(name)
    if (guide === undefined) return sendPage(reply.code(404), renderMissing(site, shelf))
    if (twin === undefined) return sendDrawn(reply, name, () => renderGuide(site, shelf, guide))
    return reply.type('text/markdown; charset=utf-8').headers(publicPageHeaders).send(guide.markdown)
  })
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type(htmlType).headers(publicPageHeaders).send(page)
}

// The SVG pictures have inline styles for light and dark mode, and no scripts.
const pictureHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
} as const

function addPictures({ server }: Api): void {
  const names = readdirSync(guidesFolder, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((file) => /^pictures\/[\w-]+\.svg$/.test(file))) {
    const picture = readFileSync(join(guidesFolder, name))
    server.get(`/docs/${name}`, { schema }, async (_request, reply) =>
      reply.type('image/svg+xml').headers(pictureHeaders).send(picture),
    )
  }
}

function addScreenshots({ server }: Api, guides: readonly Guide[]): void {
  for (const name of new Set(guides.flatMap(({ markdown }) => screenshotsIn(markdown)))) {
    const picture = readFileSync(join(guidesFolder, '..', 'screenshots', name))
    server.get(`/docs/screenshots/${name}`, { schema }, async (_request, reply) =>
      reply.type('image/png').headers(publicPageHeaders).send(picture),
    )
  }
}
