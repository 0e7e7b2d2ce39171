import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assembleServer } from '../../src/entries/server.ts'
import { readGuides } from '../../src/pages/docs/guides/contents.ts'
import { openMetrics } from '../../src/platform/adapters/metrics.ts'
import { checkNames, guidePath } from '../../src/rehearsal/certificate/checks.ts'
import { startTestService } from '../support/service.ts'
import { openDocs } from './docs-browser.ts'
import { addAxe, axeFindings, findTooMuch, findWithAxe } from './view-checks.ts'

const guides = readGuides().flatMap((part) => part.guides)
const reference = ['checkout', 'payments', 'sandbox', 'sandbox-faults', 'shapes'].map(
  (name) => `/docs/reference/${name}`,
)
const paths = [
  ...['/docs', '/docs/reference', ...reference],
  ...guides.map(({ name }) => `/docs/${name}`),
  ...['/docs/search?q=capture', '/docs/no-such-guide'],
]
const phone = { width: 390, height: 844 }
const backOffice = { width: 1440, height: 900 }

let documents: Map<string, string>
const docs = openDocs(async () => {
  const read = async (path: string): Promise<[string, string]> => [path, await (await ask(path)).text()]
  documents = new Map(await Promise.all(paths.map(read)))
})

const ask = (path: string): Promise<Response> => fetch(docs.url() + path)
const idsIn = (document: string): Set<string> =>
  new Set([...document.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))

test('every guide has a page and a Markdown text in both regions, linked from the start page', async () => {
  for (const { name, title, summary, markdown } of guides) {
    for (const url of Object.values(docs.urls())) {
      const page = await fetch(`${url}/docs/${name}`)
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.ok((await page.text()).includes('<h1>'))
      const twin = await fetch(`${url}/docs/${name}.md`)
      assert.equal(twin.headers.get('content-type'), 'text/markdown; charset=utf-8')
      assert.equal(await twin.text(), markdown)
    }
    assert.ok(documents.get('/docs')?.includes(`href="/docs/${name}"`), name)
    assert.ok(title.length > 1 && summary.length > 20, name)
  }
})

test('every link, anchor and picture of every page exists', async () => {
  const known = new Map([...documents].map(([path, document]) => [path, idsIn(document)]))
  const wrong: string[] = []
  for (const [path, document] of documents) {
    for (const [, address = ''] of document.matchAll(/(?:href|src|action)="([^"]*)"/g)) {
      const [goal = '', id] = address.split('#')
      if (!/^[/#]/.test(address)) wrong.push(`${path}: ${address}`)
      const page = goal === '' ? path : goal
      if (!known.has(page)) {
        const answer = await ask(page)
        if (answer.status !== 200) wrong.push(`${path}: ${address} ${answer.status}`)
        known.set(page, idsIn(await answer.text()))
      }
      if (id !== undefined && !known.get(page)?.has(id)) wrong.push(`${path}: ${address}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('a heading has an anchor of its own', () => {
  for (const { name, sections } of guides) {
    const ids = sections.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length, `${name}: ${ids}`)
  }
})

test('every check of the certificate has its anchor in the guide', () => {
  const ids = idsIn(documents.get('/docs/get-your-certificate') ?? '')
  for (const name of checkNames) assert.ok(ids.has(guidePath(name).split('#')[1] ?? ''), name)
})

test("llms.txt links to every guide as Markdown, under the service's address", async () => {
  const answer = await ask('/llms.txt')
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
  const text = await answer.text()
  assert.match(text, /^# Qist\n\n> .+\n\n## /)
  for (const { name, title } of guides) assert.ok(text.includes(`- [${title}](${docs.url()}/docs/${name}.md): `))
  assert.ok(text.includes(`(${docs.url()}/openapi.json)`))
})

test('an unknown address answers 404 with a page that links to the guides', async () => {
  for (const path of [
    '/docs/no-such-guide',
    '/docs/no-such-guide.md',
    '/docs/a/b',
    '/docs/../docs/%2e%2e%2fREADME',
    '/docs/pictures/none.svg',
  ]) {
    const answer = await ask(path)
    assert.equal(answer.status, 404, path)
    assert.match(await answer.text(), /There is no such page/)
  }
})

test('production serves the guides under its own address', async () => {
  const production = {
    QIST_MODE: 'production',
    DATABASE_URL: 'postgres://unused',
    SECRETS_KEY: 'a1b2'.repeat(16),
    SIGNING_KEY: 'c3d4'.repeat(16),
  }
  const { app, close } = await startTestService({ env: { ...production, BASE_URL: 'https://api.qist.example' } })
  const { server } = await assembleServer(app, openMetrics(), 'uae')
  try {
    const read = async (url: string): Promise<string> => (await server.inject({ url })).body
    assert.match(await read('/docs/in-your-ci'), /<code>https:\/\/api\.qist\.example<\/code>/)
    assert.match(await read('/llms.txt'), /\(https:\/\/api\.qist\.example\/docs\/in-your-ci\.md\)/)
    const start = await read('/docs')
    assert.match(start, /href="\/docs\/in-your-ci"/)
    assert.doesNotMatch(await read('/docs/reference'), /[Ss]andbox:|#authorizePayment/)
    assert.doesNotMatch(await read('/docs/reference/payments'), /data-try|reference\.[0-9a-f]+\.js/)
    assert.equal((await server.inject({ url: '/docs/reference/sandbox' })).statusCode, 404)
    assert.doesNotMatch(await read('/docs/search?q=sandbox'), /#authorizePayment/)
  } finally {
    await server.close()
    await close()
  }
})

test('a page with style and script is sent in at most 110 KB, with nothing inline or from other hosts', async () => {
  const [page = ''] = documents.values()
  const names = [...page.matchAll(/"(\/docs\/assets\/docs\.[^"]+)"/g)].map(([, address = '']) => address)
  assert.equal(names.length, 2)
  const files = names.map(async (name) => {
    const answer = await ask(name)
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    return { name, address: name, type: '', body: Buffer.from(await answer.arrayBuffer()) }
  })
  assert.deepEqual(findTooMuch(documents, await Promise.all(files), /^$/, 110_000), [])
})

/** The findings of one visit to each page, with script. */
interface GuideFindings {
  readonly axe: readonly string[]
  readonly tooWide: readonly string[]
  readonly requests: readonly string[]
  readonly complaints: readonly string[]
}

let found: Promise<GuideFindings> | undefined
/** The three tests below share one visit to each page. */
const findOnce = (): Promise<GuideFindings> => {
  found ??= findInGuides()
  return found
}

async function findInGuides(): Promise<GuideFindings> {
  const [axe, tooWide]: [string[], string[]] = [[], []]
  let noticed: Pick<GuideFindings, 'requests' | 'complaints'> = { requests: [], complaints: [] }
  await docs.on('/docs', { viewport: phone, reducedMotion: 'reduce' }, async (page, { requests, complaints }) => {
    await addAxe(page.context())
    for (const path of paths) {
      await page.setViewportSize(phone)
      await page.goto(docs.url() + path)
      axe.push(...(await axeFindings(page, path, 'light')))
      tooWide.push(...(await findTooWide(page, path)))
      // A wider page may load more.
      await page.setViewportSize(backOffice)
    }
    noticed = { requests, complaints }
  })
  return { axe, tooWide, ...noticed }
}

async function findTooWide(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 640 })
  const points = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  return points === 0 ? [] : [`${path} is ${points} too wide`]
}

test('axe finds nothing wrong with any guide on a phone', async () => {
  assert.deepEqual((await findOnce()).axe, [])
})

// One page of each kind, and one with each kind of element.
const some = [`/docs/${guides[0]?.name}`, '/docs/in-your-ci', '/docs/errors', '/docs/search?q=capture']

for (const [place, colorScheme, viewport] of [
  ['a phone at night', 'dark', undefined],
  ['a back office', 'light', backOffice],
  ['a back office at night', 'dark', backOffice],
] as const) {
  test(`axe finds nothing wrong on ${place}`, async () => {
    const visited = ['/docs', '/docs/reference', '/docs/reference/payments', ...some]
    assert.deepEqual(
      await findWithAxe({ browser: docs.browser(), url: docs.url() }, visited, colorScheme, viewport),
      [],
    )
  })
}

test('no page is wider than 320 points, with script or without', async () => {
  assert.deepEqual((await findOnce()).tooWide, [])
  await docs.on('/docs', { javaScriptEnabled: false }, async (page) => {
    for (const path of paths) {
      await page.goto(docs.url() + path)
      assert.deepEqual(await findTooWide(page, path), [])
    }
  })
})

test('a guide sends no request to other hosts and causes no browser errors', async () => {
  const { requests, complaints } = await findOnce()
  // The browser itself complains about a page that does not exist.
  const unknown = `${docs.url()}/docs/no-such-guide`
  assert.deepEqual(complaints, ['Failed to load resource: the server responded with a status of 404 (Not Found)'])
  assert.ok(requests.includes(unknown))
  for (const url of requests) assert.ok(url.startsWith(docs.url()), url)
  // The search index loads only when a reader searches.
  assert.deepEqual(
    requests.filter((url) => /search\..*json|minisearch/.test(url)),
    [],
  )
})

test('copied code equals the code of the guide', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  await docs.on('/docs/in-your-ci', { permissions }, async (page) => {
    const block = page.locator('figure.code', { hasText: 'package.json' }).first()
    await block.getByRole('button', { name: 'Copy' }).click()
    await block.getByText('Copied').waitFor()
    const copied = await page.evaluate('navigator.clipboard.readText()')
    assert.equal(
      copied,
      /```json package.json\n(.*?)\n```/s.exec(guides.find(({ name }) => name === 'in-your-ci')?.markdown ?? '')?.[1],
    )
  })
})

test('a printed guide has its text and no navigation', async () => {
  await docs.on('/docs/in-your-ci', {}, async (page) => {
    await page.emulateMedia({ media: 'print' })
    for (const name of ['.top', '.side', '.on-page', '.turn', '.copy'])
      assert.ok(await page.locator(name).first().isHidden(), name)
    assert.ok(await page.locator('article pre').first().isVisible())
  })
})
