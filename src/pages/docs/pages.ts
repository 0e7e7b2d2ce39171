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
import { renderGuide, renderMissing } from './guides/page.ts'
import { shownScreenshots } from './guides/pictures.ts'
import { renderLanding } from './landing/page.ts'
import type { Shelf } from './navigation.ts'
import { renderReferenceIndex, renderReferencePage, renderShapes } from './reference/page.ts'
import { oldAnchorsOf, referencePagesOf } from './reference/pages.ts'
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
  const shelf: Shelf = { parts, reference: referencePagesOf(document).filter(({ endpoints }) => endpoints.length > 0) }
  const entries = entriesOf(parts, document)
  const { files, assets, search } = assetsFor(entries)
  const caller = { baseUrl: api.baseUrl(), region, isSandbox: app.config.mode === 'sandbox' }
  const site: Site = { assets, search, caller }
  const guides = new Map(parts.flatMap((part) => part.guides).map((guide) => [guide.name, guide]))
  const pages = drawersOf(site, shelf, document)
  const drawn = new Map<string, string>()
  const sendDrawn = (reply: FastifyReply, name: string): FastifyReply => {
    const page = drawn.get(name) ?? pages.get(name)?.()
    if (page === undefined) return sendPage(reply.code(404), renderMissing(site, shelf))
    drawn.set(name, page)
    return sendPage(reply, page)
  }
  addAssets(server, files)
  addPictures(api)
  addScreenshots(api, [...guides.values()])
  for (const path of ['/docs', '/docs/']) server.get(path, { schema }, async (_request, reply) => sendDrawn(reply, ''))
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
    const path = request.params['*']
    const twin = path.endsWith('.md') ? guides.get(path.slice(0, -'.md'.length)) : undefined
    if (twin === undefined) return sendDrawn(reply, path)
    return reply.type('text/markdown; charset=utf-8').headers(publicPageHeaders).send(twin.markdown)
  })
}

/** Returns the functions that draw the pages, by the path below `/docs/`. */
function drawersOf(site: Site, shelf: Shelf, document: ApiDocument): Map<string, () => string> {
  const guides = shelf.parts.flatMap((part) => part.guides)
  const oldAnchors = oldAnchorsOf(shelf.reference, document)
  return new Map([
    ['', () => renderLanding(site, shelf, oldAnchors)],
    ['reference', () => renderReferenceIndex(site, shelf, document)],
    ['reference/shapes', () => renderShapes(site, shelf, document)],
    ...shelf.reference.map(
      (page) => [`reference/${page.name}`, () => renderReferencePage(site, shelf, page, document)] as const,
    ),
    ...guides.map((guide) => [guide.name, () => renderGuide(site, shelf, guide)] as const),
  ])
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
  for (const name of shownScreenshots(guides.map(({ markdown }) => markdown))) {
    const picture = readFileSync(join(guidesFolder, '..', 'screenshots', name))
    server.get(`/docs/screenshots/${name}`, { schema }, async (_request, reply) =>
      reply.type('image/png').headers(publicPageHeaders).send(picture),
    )
  }
}
