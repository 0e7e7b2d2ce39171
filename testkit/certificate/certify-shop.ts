import { setTimeout as pause } from 'node:timers/promises'
import type { Region } from '../../src/platform/base/market-entries.ts'
import { countryOf, regionOf } from '../../src/platform/base/markets.ts'
import type { Check } from '../../src/rehearsal/certificate/checks.ts'
import type { Profile, ScenarioName } from '../../src/rehearsal/certificate/facts.ts'
import { succeed } from '../client.ts'
import { openShop, type Shop } from '../shop.ts'
import { retry } from '../timeouts.ts'
import { type Flaw, flawCurrency } from './flaws.ts'
import type { Habit } from './habits.ts'
import type { ShopCurrency } from './prices.ts'
import { OnlineShop } from './shop.ts'
import type { Street } from './street.ts'

/** The results of checks that were neither passed nor skipped, as `M1 failed`. */
export function wrongIn(judged: readonly Check[]): string[] {
  return judged
    .filter(({ result }) => result !== 'passed' && result !== 'not_exercised')
    .map(({ check, result }) => `${check} ${result}`)
}

/** Returns the profile that a shop of this habit asks for. */
export function profileOf(habit: Habit | undefined): Profile {
  return habit === 'polls' ? 'polling' : 'webhooks'
}

/** Returns the flaw in words, such as `gives up after loss`. */
export function wordsOf(name: Flaw): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

export interface Rehearsed {
  readonly checks: readonly Check[]
  readonly badge: string
  /** Whether the journal has a request or a delivery of this id. */
  isInJournal(id: string): Promise<boolean>
}

/** The silence after which a scenario ends: longer than the shop's longest pause. */
const idle = 'PT1.2S'
const idleOf: Partial<Record<ScenarioName, string>> = {
  'rate-limit': 'PT3S',
  broken: 'PT3S',
  disputed: 'PT3S',
}

export interface Rehearsal {
  readonly scenarios: readonly ScenarioName[]
  readonly seed?: number
  /** The silence that ends a scenario, if it is longer than usual. */
  readonly idle?: string
  readonly flaw?: Flaw | undefined
  readonly habit?: Habit | undefined
  /** The store's; by default one in which the flaw is visible. */
  readonly currency?: ShopCurrency
  /** With live keys, because disputes have no test mode. */
  readonly isLive?: boolean
  /** The shop never opens a session. */
  readonly isSilent?: boolean
}

/** Rehearses with a new shop of a new merchant. `urls`: the service's addresses. */
export async function certifyShop(
  urls: Readonly<Record<Region, string>>,
  street: Street,
  rehearsal: Rehearsal,
): Promise<Rehearsed> {
  const { scenarios, seed = 7, flaw, habit, isLive = false, isSilent = false } = rehearsal
  const { currency = (flaw && flawCurrency[flaw]) ?? 'AED' } = rehearsal
  const country = countryOf(currency)
  const region = regionOf(country)
  const [url, otherUrl] = region === 'ksa' ? [urls.ksa, urls.uae] : [urls.uae, urls.ksa]
  const stores = [{ merchant_code: 'main', country, signing: true }]
  const made = succeed(await openShop(url, '').call('POST', '/sandbox/merchants', { name: 'Shop', region, stores }))
  const caller = openShop(url, made.body.keys[isLive ? 'live' : 'test'].secret)
  const name = made.body.merchant.id
  const shop = new OnlineShop({
    ...{
      url,
      otherUrl,
      currency,
      flaw,
      habit,
      secretKey: caller.key,
      merchantCode: 'main',
      ownUrl: `http://shop.test/${name}`,
    },
    signingSecret: made.body.stores[0].signing_secret,
  })
  street.shops.set(name, shop)
  await shop.register()
  const longest = scenarios
    .map((one) => idleOf[one] ?? idle)
    .sort()
    .at(-1)
  const profile = profileOf(habit)
  const restarts = scenarios.includes('crash')
  const options = { profile, scenarios, seed, restarts, idle: rehearsal.idle ?? longest, longest: 'PT40S' }
  const { id } = succeed(await caller.call('POST', '/sandbox/certificate', options)).body.certificate
  const certificate = await play(caller, id, isSilent ? undefined : shop)
  await shop.idle()
  return {
    ...certificate,
    async isInJournal(request) {
      const { status } = await caller.call('GET', `/sandbox/journal/${request}`)
      return status === 200
    },
  }
}

async function play(caller: Shop, id: string, shop: OnlineShop | undefined) {
  let hasRestarted = false
  for (let played = ''; ; ) {
    const run = await retry('the run goes on', async () => {
      await pause(50)
      const { certificate } = succeed(await caller.call('GET', `/sandbox/certificate/${id}`)).body
      const isNews = certificate.waits_for !== null && certificate.waits_for.scenario !== played
      const isRestart = certificate.restart_due && !hasRestarted
      return (certificate.status === 'finished' || isNews || isRestart) && certificate
    })
    if (run.status === 'finished') return run
    if (run.restart_due && !hasRestarted) {
      hasRestarted = true
      shop?.restart()
      continue
    }
    played = run.waits_for.scenario
    if (shop === undefined) await caller.call('POST', `/sandbox/certificate/${id}/skip`, { scenario: played })
    else for (let order = 0; order < run.waits_for.orders; order += 1) await shop.order(played as ScenarioName)
  }
}
