import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type BackOfficeVisitor, tokenOf } from '../../testkit/back-office-visitor.ts'
import type { FormCustomer } from '../pages/forms.ts'

/** The links of a merchant's dashboard in test mode. */
export const linksPath = '/dashboard/test/links'

/** The order of a link. */
export const linkOrder = {
  ...{ amount: '340', order_reference_id: 'A-77', description: 'Two lamps', name: 'Sara Ali' },
  ...{ phone: '0500000001', email: 'sara@example.com', lang: 'en' },
}

/** A link that a test made. */
export interface MadeLink {
  readonly id: string
  /** The path of its page at the dashboard. */
  readonly path: string
  /** The path that a customer opens. */
  readonly publicPath: string
}

/** Makes a link by its form. */
export async function makeLink(
  visitor: BackOfficeVisitor,
  fields: Record<string, string> = {},
  base = linksPath,
): Promise<MadeLink> {
  const id = randomUUID()
  const form = { ...linkOrder, ...fields, link: id, form_token: tokenOf(visitor) }
  const { status, text } = await visitor.send(base, form)
  assert.equal(status, 303, text)
  const path = `${base}/${id}`
  const [, publicPath] = /value="https?:\/\/[^/"]+(\/hpp\/link\/[\w-]+)"/.exec((await visitor.get(path)).text) ?? []
  return { id, path, publicPath: publicPath ?? assert.fail('the page has no address') }
}

/** A link's answer to one browser. */
export interface Opened {
  readonly status: number
  /** The page of a link that is over. */
  readonly text: string
  readonly location: string
  /** The browser's cookie. */
  readonly cookie: string
}

/** Opens a link; without a cookie as a new browser. */
export async function openLink(url: string, cookie?: string): Promise<Opened> {
  const response = await fetch(url, { redirect: 'manual', headers: cookie === undefined ? {} : { cookie } })
  const [own = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  const location = response.headers.get('location') ?? ''
  return { status: response.status, text: await response.text(), location, cookie: cookie ?? own }
}

/** Opens a link as a new browser, which can send the forms of its session. */
export async function openLinkForms(baseUrl: string, { publicPath }: MadeLink): Promise<FormCustomer> {
  const opened = await openLink(baseUrl + publicPath)
  assert.equal(opened.status, 303, opened.text)
  const { cookie } = opened
  const webUrl = new URL(opened.location, baseUrl)
  const page = await (await fetch(webUrl, { headers: { cookie } })).text()
  const token = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const sessionId = webUrl.searchParams.get('sessionId') ?? ''
  return { webUrl: webUrl.href, sessionId, paymentId: '', phone: linkOrder.phone, cookie, token }
}
