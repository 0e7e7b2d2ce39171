import { sections } from '../src/pages/dashboard/sections.ts'
import { sections as supportSections } from '../src/pages/support/sections.ts'
import { type BackOfficeRoute, fillIds, listBackOfficeRoutes } from '../testkit/back-office-routes.ts'
import { type BackOfficePage, type BackOfficeVisitor, signInAt } from '../testkit/back-office-visitor.ts'
import { listAccountCalls, listPaymentPageCalls } from './customer-page-calls.ts'
import type { LargeMerchant } from './large-merchant.ts'
import type { TestEnvironment } from './test-environment.ts'

/** One request of a page. */
export interface PageCall {
  readonly what: string
  /** Whether the answer must be a page. Otherwise it may redirect, or the visitor may lack access. */
  readonly isPage: boolean
  open(): Promise<BackOfficePage>
}

const pages = sections.flatMap((section) => section.pages)
const pathsWhere = (flag: 'isFile' | 'isRehearsal'): ReadonlySet<string> =>
  new Set(pages.filter((page) => page[flag]).map(({ path }) => path))
const [files, rehearsals] = [pathsWhere('isFile'), pathsWhere('isRehearsal')]
const ownPages: ReadonlySet<string> = new Set(pages.map(({ path }) => path))
const supportPages: ReadonlySet<string> = new Set(
  supportSections
    .flatMap((section) => section.pages.map(({ path }) => path))
    // This address leads to the customer's page.
    .filter((path) => path !== '/erasure-requests/:id'),
)
const languages = { en: 'English', ar: 'Arabic' } as const

/**
 * Lists every page of the service from its own list of routes: the dashboard and the support console in each language,
 * and the customers' pages.
 */
export async function listPageCalls(
  environment: TestEnvironment,
  merchant: LargeMerchant,
  langs: readonly (keyof typeof languages)[],
): Promise<PageCall[]> {
  const { records, service } = environment
  const { admin, phone } = merchant
  const agent = await signInAt(service.urls.uae, 'agent@support.test', 'support')
  await openCases(agent, merchant)
  const dashboard = (await getsOf(listBackOfficeRoutes(records.app, 'dashboard'))).flatMap((path) =>
    dashboardPage(path, merchant),
  )
  const support = (await getsOf(listBackOfficeRoutes(records.app, 'support'))).flatMap((path) =>
    supportPage(path, merchant),
  )
  const found = [
    { path: '/support/search?q=otp.success@example.com', isPage: true },
    { path: `/support/customers?phone=${encodeURIComponent(phone)}`, isPage: true },
    ...variantsOf(merchant, `/support/merchants/${merchant.id}/dashboard`),
  ]
  const inEach = langs.flatMap((lang) => [
    ...callsOf(admin, lang, [...dashboard, ...variantsOf(merchant, '/dashboard')]),
    ...callsOf(agent, lang, [...support, ...found]),
  ])
  const customers = [
    ...(await listAccountCalls(environment, merchant)),
    ...(await listPaymentPageCalls(environment, merchant)),
  ]
  return [...inEach, ...customers]
}

interface Address {
  readonly path: string
  readonly isPage: boolean
}

function callsOf(visitor: BackOfficeVisitor, lang: keyof typeof languages, addresses: readonly Address[]): PageCall[] {
  const [backOffice = ''] = addresses[0]?.path.match(/^\/\w+/) ?? []
  return addresses.map(({ path, isPage }, index) => ({
    ...{ what: `${withoutIds(path)}, ${languages[lang]}`, isPage },
    async open() {
      if (index === 0) {
        await visitor.get(`${backOffice}/me`)
        await visitor.send(`${backOffice}/lang`, { lang })
      }
      return visitor.get(path)
    },
  }))
}

/** Returns the address for the report, without ids: they differ in each run. */
export function withoutIds(path: string): string {
  return path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')
}

export async function getsOf(routes: Promise<readonly BackOfficeRoute[]>): Promise<string[]> {
  return (await routes).flatMap(({ method, path }) => (method === 'GET' ? [path] : []))
}

function dashboardPage(path: string, { objects }: LargeMerchant): Address[] {
  const [, mode, below = ''] = /^\/dashboard\/(test|live)(\/.*)?$/.exec(path) ?? []
  // A person's own pages have neither mode nor id.
  if (mode === undefined)
    return path.includes(':') || path.includes('/sso') ? [] : [{ path, isPage: path.endsWith('/me') }]
  if (files.has(below) || (mode === 'test' && !rehearsals.has(below))) return []
  return [{ path: fillIds(path, objects[below.split('/')[1] ?? '']), isPage: ownPages.has(below) }]
}

function supportPage(path: string, { id, objects }: LargeMerchant): Address[] {
  const [, mode, below = ''] = /^\/support\/merchants\/:\w+\/dashboard\/(test|live)(\/.*)?$/.exec(path) ?? []
  if (mode === 'test' || (mode !== undefined && files.has(below)) || /\/sso|\/files\//.test(path)) return []
  const kind = (mode === undefined ? path.split('/')[2] : below.split('/')[1]) ?? ''
  const ids = objects[kind] ?? {}
  const filled = path
    .replace(/^\/support\/merchants\/:\w+/, `/support/merchants/${id}`)
    .replace(/:(\w+)/g, (_, name) => ids[name] ?? ids['id'] ?? id)
  const isPage = mode === undefined && supportPages.has(path.slice('/support'.length)) && !path.endsWith('/search')
  return [
    {
      path: filled,
      isPage: isPage || (mode !== undefined && /^(\/(payments|disputes|settlements)(\/:id)?)?$/.test(below)),
    },
  ]
}

const variantsOf = ({ objects }: LargeMerchant, base: string): Address[] =>
  [
    ...['?period=year', '/payments?status=captured', '/activity?what=capture'],
    ...['timeline', 'notifications'].map((all) => `/payments/${objects['payments']?.['id']}?all=${all}`),
  ].map((more) => ({ path: `${base}/live${more}`, isPage: true }))

/** Support gives its reasons for opening the merchant's dashboard, the largest payment and the customer. */
async function openCases(agent: BackOfficeVisitor, { id, objects, phone }: LargeMerchant): Promise<void> {
  await agent.get('/support')
  const forms = [
    `/support/merchants/${id}/look`,
    `/support/payments/${objects['payments']?.['id']}/open`,
    `/support/customers?phone=${encodeURIComponent(phone)}`,
  ]
  for (const path of forms) {
    const { status } = await agent.send(path, { reason: 'Ticket 9' })
    if (status !== 303) throw new Error(`${path} is answered ${status}`)
  }
}
