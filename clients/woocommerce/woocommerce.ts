import { openBrowser } from '../../test/pages/browser.ts'
import type { Client, ClientRun } from '../client.ts'
import { judge } from '../judge.ts'
import { readProgram } from '../sources.ts'
import type { Checkout, World } from '../world.ts'
import { faultScenes, knownFaults } from './fault-scenes.ts'
import { moneyScenes } from './money-scenes.ts'
import { host, openWooShop, type ShopSources } from './shop.ts'
import { signIn } from './staff.ts'
import type { Stage } from './stage.ts'

const name = 'WooCommerce plug-in'
const programs = ['php', 'mariadbd', 'mariadb', 'mariadb-install-db']

/** The WooCommerce plug-in in a real shop: WordPress, MariaDB and a browser. */
export function wooCommerce(sources: Partial<ShopSources>): Client {
  return { name, run: (world) => runWooCommerce(world, sources) }
}

async function runWooCommerce(
  world: World,
  { wordpress, woocommerce, plugin }: Partial<ShopSources>,
): Promise<ClientRun | string> {
  if (!wordpress || !woocommerce || !plugin) return 'needs --wordpress, --woocommerce and --plugin'
  for (const program of programs) {
    const version = await readProgram(world, program, ['--version']).catch((error: Error) => error)
    if (version instanceof Error) return `needs ${program}: ${version.message}`
  }
  const shop = await openWooShop(world, { wordpress, woocommerce, plugin })
  const browser = await openBrowser([
    `MAP *.tabby.ai 127.0.0.1:${world.port}`,
    `MAP ${host} 127.0.0.1:${world.webPort('woocommerce')}`,
  ])
  try {
    const open = async (checkout: Checkout): Promise<Stage> => {
      return { shop, browser, staff: await signIn(browser, shop), merchant: await world.newMerchant(checkout) }
    }
    const stores = { strict: await open('strict'), lenient: await open('lenient') }
    const findings = await judge(world, stores, [...moneyScenes, ...faultScenes], knownFaults)
    const { versions, checksum } = shop
    return {
      client: { name, version: versions.plugin, address: 'https://wordpress.org/plugins/tabby-checkout', checksum },
      surroundings: `WordPress ${versions.wordpress}, WooCommerce ${versions.woocommerce}, PHP ${versions.php}, MariaDB, Chromium ${browser.version()}`,
      findings,
    }
  } finally {
    await browser.close()
  }
}
