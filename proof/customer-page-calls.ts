import { payFieldsIn } from '../testkit/agreed.ts'
import { listCustomerRoutes } from '../testkit/back-office-routes.ts'
import { type BackOfficeVisitor, newBackOfficeVisitor } from '../testkit/back-office-visitor.ts'
import type { LargeMerchant } from './large-merchant.ts'
import { getsOf, type PageCall, withoutIds } from './page-calls.ts'
import type { TestEnvironment } from './test-environment.ts'

const card = { number: '4242424242424242', expiry: '12/39', security_code: '123' }
const isOwn = (path: string): boolean => !/\/assets\/|\/outbox$|\*|:/.test(path)

/** Lists the pages of the account, with and without a purchase, for a customer with many purchases. */
export async function listAccountCalls(
  { records, service }: TestEnvironment,
  { objects, phone }: LargeMerchant,
): Promise<PageCall[]> {
  const visitor = await signInAtAccount(service.urls.uae, phone)
  const paths = (await getsOf(listCustomerRoutes(records.app, 'account'))).filter(isOwn)
  const purchase = `&purchase=${objects['payments']?.['id']}&what=all`
  return paths.flatMap((path) =>
    ['', purchase].map((more) => {
      const address = `${path}?mode=live&lang=en${more}`
      return { what: withoutIds(address), isPage: path === '/account', open: () => visitor.get(address) }
    }),
  )
}

async function signInAtAccount(url: string, phone: string): Promise<BackOfficeVisitor> {
  const query = '?mode=live&lang=en'
  const visitor = newBackOfficeVisitor(url)
  await visitor.get(`/account${query}`)
  const { location } = await visitor.send(`/account/phone${query}`, { phone })
  const { text } = await visitor.get(location)
  const [, id = ''] = /outbox\?sessionId=([\w-]+)/.exec(text) ?? []
  await visitor.send(`/account/code${query}`, { code: await readCode(visitor, id) })
  return visitor
}

/** Lists the pages of the payment page: every address for the new order, then each step until it is paid. */
export async function listPaymentPageCalls(
  { records, service }: TestEnvironment,
  { session }: LargeMerchant,
): Promise<PageCall[]> {
  const visitor = newBackOfficeVisitor(service.urls.uae)
  const query = session.path.slice(session.path.indexOf('?'))
  const paths = (await getsOf(listCustomerRoutes(records.app, 'payment-page'))).filter(isOwn)
  const step = (name: string, fields: () => Promise<Record<string, string>>): PageCall => ({
    ...{ what: `/hpp/ after ${name}`, isPage: true },
    async open() {
      await visitor.send(`/hpp/${name}${query}`, await fields())
      return visitor.get(`/hpp/${query}`)
    },
  })
  return [
    ...paths.map((path) => ({ what: path, isPage: /^\/hpp\/?$/.test(path), open: () => visitor.get(path + query) })),
    step('phone', async () => ({ phone: session.phone })),
    step('code', async () => ({ code: await readCode(visitor, session.id) })),
    step('card', async () => card),
    step('pay', async () => payFieldsIn((await visitor.get(`/hpp/${query}`)).text)),
  ]
}

async function readCode(visitor: BackOfficeVisitor, id: string): Promise<string> {
  const { text } = await visitor.get(`/sandbox/outbox?sessionId=${id}`)
  return />(\d{6}) is your code/.exec(text)?.[1] ?? ''
}
