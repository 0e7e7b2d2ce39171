import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../../test/pages/browser.ts'
import type { Client, ClientRun, Finding, Verdict } from '../client.ts'
import { missingPrograms } from '../programs.ts'
import type { Checkout, World } from '../world.ts'
import { faultChecks } from './fault-checks.ts'
import { moneyChecks } from './money-checks.ts'
import { host, openWooShop, type ShopSources, type WooShop } from './shop.ts'
import { enterKeys, signIn } from './staff.ts'
import type { Check, Stage } from './stage.ts'

const programs = ['php', 'mariadbd', 'mariadb', 'mariadb-install-db']

/** The WooCommerce plug-in in a real shop: WordPress, MariaDB and a browser. */
export function wooCommerce(sources: Partial<ShopSources>, progress: (line: string) => void): Client {
  const name = 'WooCommerce plug-in'
  return {
    name,
    async run(world) {
      const { wordpress, woocommerce, plugin } = sources
      if (!wordpress || !woocommerce || !plugin) return 'needs --wordpress, --woocommerce and --plugin'
      const missing = missingPrograms(programs)
      if (missing.length > 0) return `this machine has no ${missing.join(', ')}`
      const shop = await openWooShop(world, { wordpress, woocommerce, plugin }, join(world.folder, 'shop'))
      const browser = await openBrowser([
        `MAP *.tabby.ai 127.0.0.1:${world.port}`,
        `MAP ${host} 127.0.0.1:${world.webPort('woocommerce')}`,
      ])
      try {
        const findings = await playBoth(world, shop, browser, progress)
        return describe(name, shop, findings)
      } finally {
        await browser.close()
      }
    },
  }
}

function describe(name: string, { versions, checksum }: WooShop, findings: readonly Finding[]): ClientRun {
  const { wordpress, woocommerce, plugin: version } = versions
  return {
    client: { name, version, address: 'wordpress.org/plugins/tabby-checkout', checksum },
    surroundings: `WordPress ${wordpress}, WooCommerce ${woocommerce}, PHP, MariaDB, Chromium`,
    findings,
  }
}

/** Plays the usual day at a strict store first. What a strict store refuses is played at a lenient one. */
async function playBoth(
  world: World,
  shop: WooShop,
  browser: Browser,
  progress: (line: string) => void,
): Promise<readonly Finding[]> {
  const open = async (checkout: Checkout): Promise<Stage> => {
    const merchant = await world.newMerchant(checkout)
    const staff = await signIn(browser, shop)
    await enterKeys(staff, shop, merchant)
    return { shop, browser, staff, merchant }
  }
  const play = async (stage: Stage, check: Check, working: Verdict): Promise<Finding> => {
    const problem = await check.play(stage).catch((error: Error) => error.message.split('\n')[0] ?? '')
    await stage.merchant.shop.call('DELETE', '/sandbox/faults')
    progress(`  ${check.action}: ${problem ?? working}`)
    if (problem === undefined) return { action: check.action, verdict: working }
    return { action: check.action, verdict: check.blame, note: `Seen: ${problem}. ${check.loss}` }
  }
  const strict = await open('strict')
  const offer = moneyChecks.find(({ action }) => action === 'offer')
  const isStrictEnough = offer !== undefined && (await play(strict, offer, 'works')).verdict === 'works'
  const stage = isStrictEnough ? strict : await open('lenient')
  const findings: Finding[] = []
  for (const check of [...moneyChecks, ...faultChecks]) {
    // Neither depends on how a store reads an order.
    const isOutside = ['setUp', 'snippet'].includes(check.action)
    findings.push(await play(stage, check, isStrictEnough || isOutside ? 'works' : 'lenient'))
  }
  return findings
}
