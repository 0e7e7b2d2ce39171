import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { sections } from '../../src/pages/dashboard/sections.ts'
import { backOfficeAssets } from '../../src/platform/ui/back-office/assets.ts'
import type { Lang } from '../../src/platform/ui/words/lang.ts'
import { listBackOfficeRoutes } from '../../testkit/back-office-routes.ts'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { openBrowser } from '../pages/browser.ts'
import { findForeignWords, findInViews, findTooMuch, type ViewFindings } from '../pages/view-checks.ts'
import { openTestApi } from '../support/api.ts'
import { objectsOf } from './objects.ts'

const api = await openTestApi()
const url = api.service.urls.uae
const signedIn = new Map<Lang, BackOfficeVisitor>()
const documents = new Map<Lang, Map<string, string>>()
/** The results of every route in both languages. */
const outcomes: { readonly lang: Lang; readonly route: string; readonly is: Outcome }[] = []

/** A page, a file, or the status of another answer. */
type Outcome = 'page' | 'file' | number

const outcomeOf = ({ status, headers }: { status: number; headers: Headers }): Outcome => {
  if (status !== 200) return status
  return headers.get('content-type')?.startsWith('text/html') ? 'page' : 'file'
}

const sectionPages = new Map(sections.flatMap(({ pages }) => pages).map((page) => [page.path, page]))

/** The expected answer to an admin. */
function expectedAt(route: string): Outcome {
  const [, , mode = '', ...rest] = route.split('/')
  if (mode !== 'test' && mode !== 'live') return ownPages[route] ?? 303
  const page = sectionPages.get(rest.length === 0 ? '' : `/${rest.join('/')}`)
  // The address of a form redirects to its page.
  if (page === undefined) return 303
  // Test mode has no disputes, and no dispute has evidence.
  if (rest[0] === 'disputes' && (rest[1] === 'attachments' || (mode === 'test' && rest[1] === ':id'))) return 404
  return page.isFile ? 'file' : 'page'
}

/** Addresses without a mode, for a signed-in person; all others redirect. */
const ownPages: Readonly<Record<string, Outcome>> = {
  '/dashboard/me': 'page',
  '/dashboard/me/second-factor': 'page',
  '/dashboard/me/passkeys/new': 'page',
  // This address needs the token of a link.
  '/dashboard/invitation': 404,
}
let browser: Browser
before(async () => {
  browser = await openBrowser()
  const objects = await objectsOf(api)
  const routes = await listBackOfficeRoutes(api.service.app, 'dashboard')
  const gets = routes.filter(({ method }) => method === 'GET')
  assert.ok(gets.length > 40)
  const addresses = gets.map(({ path }) => {
    const [, , mode, kind = ''] = path.split('/')
    const ids = mode === 'test' || mode === 'live' ? objects[mode][kind] : undefined
    const fill = (name: string): string => ids?.[name] ?? assert.fail(`no ${name} for ${path}`)
    return { route: path, path: path.replace(/:(\w+)/g, (_, name) => fill(name)) }
  })
  // Two people with all permissions, because the language belongs to the person.
  await api.service.database.query(
    `update memberships set role = 'admin' where person_id = (select id from persons where email = 'operator@demo.test')`,
  )
  for (const [lang, email] of [
    ['en', 'admin@demo.test'],
    ['ar', 'operator@demo.test'],
  ] as const) {
    const visitor = await signInAt(url, email)
    await visitor.get('/dashboard/me')
    await visitor.send('/dashboard/lang', { lang })
    signedIn.set(lang, visitor)
    const visited = new Map<string, string>()
    for (const { route, path } of addresses) {
      const answer = await visitor.get(path)
      const is = outcomeOf(answer)
      outcomes.push({ lang, route, is })
      if (is === 'page') visited.set(path, answer.text)
    }
    documents.set(lang, visited)
  }
})
after(async () => {
  await browser.close()
  await api.close()
})

/** Texts that are equal in both languages: names, and words of programs. */
const sameInBoth = ['Qist', 'CSV', 'IBAN', 'QR', 'PNG', 'JPEG', 'PDF', 'AED', 'KWD', 'English', 'العربية', 'Demo UAE']

const viewsOf = (lang: Lang) => {
  const cookies = [...(signedIn.get(lang)?.cookies ?? [])].map(([name, value]) => ({ name, value }))
  return { browser, url, cookies }
}
const pathsOf = (lang: Lang): string[] => [...(documents.get(lang)?.keys() ?? [])]

test('every address answers an admin as expected, in both languages', () => {
  const wrong = outcomes.filter(({ route, is }) => is !== expectedAt(route))
  assert.deepEqual(wrong, [])
  const pages = outcomes.filter(({ route }) => expectedAt(route) === 'page')
  assert.equal(pages.length, pathsOf('en').length + pathsOf('ar').length)
})

for (const lang of ['en', 'ar'] as const) {
  let found: Promise<ViewFindings> | undefined
  /** The three tests below share one visit to each page. */
  const findOnce = (): Promise<ViewFindings> => {
    found ??= findInViews(viewsOf(lang), pathsOf(lang), '.figures dd, .tag')
    return found
  }

  test(`every page exists in ${lang}, declares it, and has no text in the other language but its name`, () => {
    for (const [path, text] of documents.get(lang) ?? [])
      assert.match(text, new RegExp(`^<!doctype html><html lang="${lang}"`), path)
    assert.deepEqual(findForeignWords(documents.get(lang) ?? [], lang, sameInBoth), [])
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing wrong with any page in ${lang}, ${colorScheme}`, async () => {
      assert.deepEqual((await findOnce()).axe[colorScheme], [])
    })
  }

  test(`no page in ${lang} is wider than a screen of 320 points, and every target can be hit`, async () => {
    assert.deepEqual((await findOnce()).tooNarrow, [])
  })

  test(`a page in ${lang} with all its files is at most 90 KB, names no other host and runs nothing inline`, () => {
    const wrong = findTooMuch(documents.get(lang) ?? new Map(), backOfficeAssets, /^https?:\/\/127\.0\.0\.1/, 90_000)
    assert.deepEqual(wrong, [])
  })
}

test('the script of the back offices is at most 8 KB compressed', () => {
  const script = backOfficeAssets.find(({ name }) => name.endsWith('.js')) ?? assert.fail()
  assert.ok(gzipSync(script.body).length <= 8_192, String(gzipSync(script.body).length))
})
