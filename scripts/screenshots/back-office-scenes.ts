import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { passkeyUrlOf } from '../../test/people/authenticator.ts'
import { password } from '../../testkit/back-office-visitor.ts'
import { shrinkPng } from '../small-png.ts'
import { type BackOfficeStory, playBackOfficeStory } from './back-office-story.ts'
import { phoneOf } from './orders.ts'
import { rehearse } from './rehearse.ts'

type BackOfficeName = 'dashboard' | 'support'

interface Scene {
  readonly name: string
  /** `:order` stands for the id that the story stored under that name. */
  readonly path: string
  /** Runs before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>
  /** The page needs no session. */
  readonly isOpen?: true
}

const press = (page: Page, selector: string): Promise<unknown> =>
  Promise.all([page.waitForEvent('load'), page.locator(selector).first().click()])

async function askRefund(page: Page): Promise<void> {
  await page.fill('#refund-amount', '45.00')
  await press(page, 'form:has(#refund-amount) button[type=submit]')
}

/** Sends what the failing address has missed again, or opens what was begun in the other language. */
async function replay(page: Page): Promise<void> {
  const running = 'a[href*="/replays/"]'
  if ((await page.locator(running).count()) > 0) return void (await press(page, running))
  for (const _question of ['which events', 'are you sure']) await press(page, 'form[action$="/replays"] [type=submit]')
}

const live = '/dashboard/live'
const dashboard: readonly Scene[] = [
  { name: 'sign-in', path: '/dashboard/sign-in', isOpen: true },
  { name: 'passkey', path: '/dashboard/sign-in/passkey', isOpen: true },
  { name: 'invitation', path: '/dashboard/invitation?token=:invitation', isOpen: true },
  { name: 'home', path: `${live}?period=7d` },
  { name: 'home-test', path: '/dashboard/test' },
  { name: 'payments', path: `${live}/payments` },
  { name: 'payment', path: `${live}/payments/:refunded` },
  { name: 'capture', path: `${live}/payments/:waiting` },
  { name: 'refund', path: `${live}/payments/:captured`, act: askRefund },
  { name: 'links', path: `${live}/links` },
  { name: 'link-new', path: `${live}/links/new` },
  { name: 'link', path: `${live}/links/:link` },
  { name: 'disputes', path: `${live}/disputes` },
  { name: 'dispute', path: `${live}/disputes/:answered` },
  { name: 'evidence', path: `${live}/disputes/:asked/evidence` },
  { name: 'challenge', path: `${live}/disputes/:dispute/challenge` },
  { name: 'settlements', path: `${live}/settlements` },
  { name: 'settlement', path: `${live}/settlements/:settlement` },
  { name: 'statement', path: `${live}/settlements/:settlement/statement` },
  { name: 'month', path: `${live}/settlements/month?month=2026-11` },
  { name: 'payouts', path: `${live}/payouts` },
  { name: 'payout', path: `${live}/payouts/:payout` },
  { name: 'webhooks', path: `${live}/webhooks` },
  { name: 'webhook-new', path: `${live}/webhooks/new` },
  { name: 'webhook', path: `${live}/webhooks/:webhook` },
  { name: 'delivery', path: `${live}/webhooks/:webhook/events/:event` },
  { name: 'replay', path: `${live}/webhooks/:webhook`, act: replay },
  { name: 'keys', path: `${live}/keys` },
  { name: 'team', path: `${live}/team` },
  { name: 'activity', path: `${live}/activity` },
  { name: 'settings', path: `${live}/settings` },
  { name: 'me', path: '/dashboard/me' },
  { name: 'second-factor', path: '/dashboard/me/second-factor' },
]

const support: readonly Scene[] = [
  { name: 'sign-in', path: '/support/sign-in', isOpen: true },
  { name: 'queue', path: '/support' },
  { name: 'disputes', path: '/support/disputes' },
  { name: 'defaulted', path: '/support/defaulted' },
  { name: 'returns', path: '/support/returns' },
  { name: 'return-requests', path: '/support/return-requests' },
  { name: 'payouts', path: '/support/payouts' },
  { name: 'dispute', path: '/support/disputes/:answered' },
  { name: 'dispute-open', path: '/support/disputes/:dispute' },
  { name: 'payment', path: '/support/payments/:defaulted' },
  { name: 'customers', path: '/support/customers' },
  { name: 'customer', path: `/support/customers?phone=${phoneOf(1010)}` },
  { name: 'merchants', path: '/support/merchants' },
  { name: 'merchant', path: '/support/merchants/:merchant' },
  { name: 'as-merchant', path: '/support/merchants/:merchant/dashboard/live/payments' },
  { name: 'activity', path: '/support/activity' },
  { name: 'me', path: '/support/me' },
]

/** Scenes after the rehearsal. Before it, test mode shows how one begins. */
const rehearsed: readonly Scene[] = [
  { name: 'developers', path: '/dashboard/test/developers' },
  { name: 'developers-call', path: '/dashboard/test/developers/journal/:call' },
  { name: 'certificates', path: '/dashboard/test/developers/certificate' },
  { name: 'certificate', path: '/dashboard/test/developers/certificate/:run' },
]

const scenes = { dashboard, support }
const firsts = { dashboard: 'admin@demo.test', support: 'agent@support.test' }
/** One screen per language: the docs show no other pair. */
const screens: readonly (readonly [lang: string, name: string, options: BrowserContextOptions])[] = [
  ['en', 'desktop', { viewport: { width: 1280, height: 800 } }],
  ['ar', 'phone', { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.25 }],
]
/** Upper limit on a picture's height, in points: the page itself shows the rest of a long table. */
const longest = 3_200

/**
 * Takes pictures of a back office's pages: in English on a desktop, in Arabic on a phone. Plays a shop's two weeks
 * first.
 */
export async function takeBackOfficeScenes(
  browser: Browser,
  folder: string,
  backOffice: BackOfficeName,
): Promise<void> {
  const story = await playBackOfficeStory(browser)
  try {
    const signedIn = await signIn(browser, story, backOffice)
    const file = (name: string): string => join(folder, `${backOffice}-${name}.png`)
    await takeAll({ browser, signedIn, story, backOffice, file }, scenes[backOffice])
    if (backOffice === 'dashboard') {
      const rehearsedStory = { ...story, ids: { ...story.ids, ...(await rehearse(story)) } }
      await takeAll({ browser, signedIn, story: rehearsedStory, backOffice, file }, rehearsed)
    }
  } finally {
    await story.close()
  }
}

interface PictureSeries {
  readonly browser: Browser
  readonly signedIn: BrowserContext
  readonly story: BackOfficeStory
  readonly backOffice: BackOfficeName
  readonly file: (name: string) => string
}

async function takeAll(
  { browser, signedIn, story, backOffice, file }: PictureSeries,
  all: readonly Scene[],
): Promise<void> {
  for (const [lang, screen, options] of screens) {
    await chooseLang(signedIn, story, backOffice, lang)
    const still = { ...options, reducedMotion: 'reduce' } as const
    const inside = await browser.newContext({ ...still, storageState: await signedIn.storageState() })
    const outside = await browser.newContext({ ...still, locale: lang })
    for (const scene of all) {
      const picture = await take(scene.isOpen ? outside : inside, story, scene)
      await writeFile(file(`${scene.name}-${lang}-${screen}`), shrinkPng(picture))
    }
    await inside.close()
    await outside.close()
  }
}

async function take(context: BrowserContext, { service, ids }: BackOfficeStory, scene: Scene): Promise<Buffer> {
  const page = await context.newPage()
  const path = scene.path.replace(/:([a-z]\w*)/g, (_, name) => ids[name] ?? missing(name))
  const url = scene.isOpen ? passkeyUrlOf(service.urls.uae) : service.urls.uae
  const answer = await page.goto(url + path)
  if (answer?.status() !== 200) throw new Error(`${path} answers ${answer?.status()}`)
  await scene.act?.(page)
  const { width, height } = await page.evaluate(() => {
    const { scrollHeight: height, clientWidth: width } = document.documentElement
    return { width, height }
  })
  const clip = { x: 0, y: 0, width, height: Math.min(height, longest) }
  const picture = await page.screenshot({ caret: 'hide', fullPage: true, clip })
  await page.close()
  return picture
}

async function signIn(
  browser: Browser,
  { service, ids }: BackOfficeStory,
  backOffice: BackOfficeName,
): Promise<BrowserContext> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${service.urls.uae}/${backOffice}/sign-in?lang=en`)
  await page.fill('[name=email]', firsts[backOffice])
  await page.fill('[name=password]', password)
  await press(page, 'form:has([name=password]) button[type=submit]')
  if (backOffice === 'support') {
    const phone = `/support/customers?phone=${phoneOf(1010)}`
    for (const path of [`/support/merchants/${ids['merchant']}`, phone]) {
      await page.goto(service.urls.uae + path)
      await page.fill('main form:has([name=reason]) [name=reason]', 'Ticket 5121: does not find an order')
      await press(page, 'main form:has([name=reason]) button[type=submit]')
    }
  }
  await page.close()
  return context
}

async function chooseLang(
  context: BrowserContext,
  { service }: BackOfficeStory,
  backOffice: BackOfficeName,
  lang: string,
): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${service.urls.uae}/${backOffice}/me`)
  if ((await page.getAttribute('html', 'lang')) !== lang) await press(page, 'button[name=lang]')
  await page.close()
}

function missing(name: string): never {
  throw new Error(`the story has no ${name}`)
}
