import assert from 'node:assert/strict'
import { type BackOfficeVisitor, newBackOfficeVisitor, trySignIn } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { openShop, type Shop } from '../../testkit/shop.ts'
import type { TestApi } from '../support/api.ts'

/** A new merchant, and its admin at the dashboard. */
export interface OwnMerchant {
  readonly id: string
  readonly admin: BackOfficeVisitor
  /** Its stores: in Dubai with all kinds of keys, and in Kuwait with test keys. */
  readonly test: Shop
  readonly live: Shop
  readonly kuwait: Shop
}

export async function newOwnMerchant({ shop, service }: TestApi): Promise<OwnMerchant> {
  const url = service.urls.uae
  const stores = [
    { merchant_code: 'main', country: 'AE' },
    { merchant_code: 'kuwait', country: 'KW' },
  ]
  const made = succeed(await shop.call('POST', '/sandbox/merchants', { name: 'Lamps', region: 'uae', stores })).body
  const admin = newBackOfficeVisitor(url)
  await trySignIn(admin, made.dashboard.email, made.dashboard.password)
  const { test: testKeys, live } = made.keys
  return {
    ...{ id: made.merchant.id, admin },
    test: openShop(url, testKeys.secret, { merchantCode: 'main' }),
    live: openShop(url, live.secret, { merchantCode: 'main' }),
    kuwait: openShop(url, testKeys.secret, { merchantCode: 'kuwait', currency: 'KWD' }),
  }
}

/** The first page in test mode. */
export const homeOf = async (visitor: BackOfficeVisitor, path = ''): Promise<string> => {
  const { status, text } = await visitor.get(`/dashboard/test${path}`)
  assert.equal(status, 200)
  return text
}

/** The visible text of a page. */
export const plain = (text: string): string =>
  text
    .replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** The rows of the table behind a plot. */
export function numbersOf(text: string, plot: string): string[][] {
  const figure = text.split('<figure').find((part) => part.includes(`id="${plot}-title"`)) ?? assert.fail(`no ${plot}`)
  const [, body = ''] = /<tbody>([\s\S]*?)<\/tbody>/.exec(figure) ?? []
  return [...body.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell),
  )
}
