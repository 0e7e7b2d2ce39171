import { setTimeout as pause } from 'node:timers/promises'
import type { Check } from '../../src/rehearsal/certificate/checks.ts'
import type { ScenarioName } from '../../src/rehearsal/certificate/facts.ts'
import { succeed } from '../../testkit/client.ts'
import { openShop, type Shop } from '../../testkit/shop.ts'
import { retry } from '../../testkit/timeouts.ts'
import { startTestService, type TestService } from '../support/service.ts'
import type { Flaw } from './shops/flaws.ts'
import { OnlineShop } from './shops/shop.ts'
import { openStreet, type Street } from './shops/street.ts'

/** A sandbox that rehearses with shops. */
export interface Certifying {
  /** Rehearses with a new shop. */
  rehearse(rehearsal: Rehearsal): Promise<Rehearsed>
  close(): Promise<void>
}

/** Starts one whose clock runs, because pauses are judged. */
export async function openCertifying(): Promise<Certifying> {
  const street = await openStreet()
  const env = { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${street.port}` }
  const service = await startTestService({ workers: true, runs: true, env })
  return {
    rehearse: (rehearsal) => certifyShop(service.urls, street, rehearsal),
    async close() {
      await service.close()
      await street.close()
    },
  }
}

/** The results of checks that were neither passed nor skipped, as `M1 failed`. */
export function wrongIn(judged: readonly Check[]): string[] {
  return judged
    .filter(({ result }) => result !== 'passed' && result !== 'not_exercised')
    .map(({ check, result }) => `${check} ${result}`)
}

export function wordsOf(flaw: Flaw): string {
  return flaw.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
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

interface Rehearsal {
  readonly scenarios: readonly ScenarioName[]
  readonly flaw?: Flaw | undefined
  readonly profile?: 'webhooks' | 'polling'
  readonly isCautious?: boolean
  /** With live keys, because disputes have no test mode. */
  readonly isLive?: boolean
  /** The shop never opens a session. */
  readonly isSilent?: boolean
}

async function certifyShop(
  { uae: url, ksa: otherUrl }: TestService['urls'],
  street: Street,
  rehearsal: Rehearsal,
): Promise<Rehearsed> {
  const { scenarios, flaw, profile = 'webhooks', isCautious = false, isLive = false, isSilent = false } = rehearsal
  const stores = [{ merchant_code: 'main', country: 'AE', signing: true }]
  const made = succeed(
    await openShop(url, '').call('POST', '/sandbox/merchants', { name: 'Shop', region: 'uae', stores }),
  )
  const caller = openShop(url, made.body.keys[isLive ? 'live' : 'test'].secret)
  const name = made.body.merchant.id
  const shop = new OnlineShop({
    ...{
      url,
      otherUrl,
      flaw,
      isCautious,
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
  const options = { profile, scenarios, seed: 7, idle: longest, longest: 'PT40S' }
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
  for (let played = ''; ; ) {
    const run = await retry('the run goes on', async () => {
      await pause(50)
      const { certificate } = succeed(await caller.call('GET', `/sandbox/certificate/${id}`)).body
      const isNews = certificate.waits_for !== null && certificate.waits_for.scenario !== played
      return (certificate.status === 'finished' || isNews) && certificate
    })
    if (run.status === 'finished') return run
    played = run.waits_for.scenario
    if (shop === undefined) await caller.call('POST', `/sandbox/certificate/${id}/skip`, { scenario: played })
    else await shop.order(played as ScenarioName)
  }
}
