import { parseArgs } from 'node:util'
import { openRun } from '../testkit/run.ts'
import type { Client, ClientRun } from './client.ts'
import { medusaProvider } from './medusa/client.ts'
import { aghfatehiPackage, osaPackage } from './php-packages/client.ts'
import { shopNames } from './php-packages/shop.ts'
import { reactNativeSdk } from './react-native/client.ts'
import { writeReport } from './report.ts'
import { wooCommerce } from './woocommerce/woocommerce.ts'
import { openWorld } from './world.ts'

const usage = `npm run clients -- [options]

Runs published clients, unchanged, against a fresh sandbox, and writes docs/clients.md.

  --wordpress FILE --woocommerce FILE --plugin FILE   the WooCommerce plug-in; --plugin once for each version
  --medusa FILE                                       the Medusa provider medusa-payment-tabby2
  --aghfatehi FILE, --osa-eg FILE                     the two Laravel packages
  --react-native FILE                                 the React Native SDK; without it, from the npm registry
  --no-report                                         leave docs/clients.md as it is

FILE: a folder, a tarball or a ZIP file. What is not named or missing here is left out, and the page says so.
`

const text = { type: 'string' } as const

function readArguments() {
  try {
    const options = {
      ...{ wordpress: text, woocommerce: text, plugin: { ...text, multiple: true } },
      ...{ medusa: text, aghfatehi: text, 'osa-eg': text, 'react-native': text },
      'no-report': { type: 'boolean', default: false },
    } as const
    return parseArgs({ options }).values
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`)
    return process.exit(2)
  }
}

const values = readArguments()
const { wordpress, woocommerce } = values
const plugins = [values.plugin ?? []].flat()
const shop = { ...(wordpress && { wordpress }), ...(woocommerce && { woocommerce }) }
const clients: readonly Client[] = [
  ...(plugins.length === 0 ? [wooCommerce(shop)] : plugins.map((plugin) => wooCommerce({ ...shop, plugin }))),
  medusaProvider(values.medusa),
  aghfatehiPackage(values.aghfatehi),
  osaPackage(values['osa-eg']),
  reactNativeSdk(values['react-native']),
]
const webServers = ['woocommerce', ...shopNames('aghfatehi'), ...shopNames('osa-eg')]

const run = openRun('clients')
const runs: ClientRun[] = []
const missing: { name: string; reason: string }[] = []
let isDone = false
try {
  for (const client of clients) {
    process.stdout.write(`${client.name}\n`)
    // Each has a sandbox of its own.
    const world = await openWorld(run, webServers)
    const ended = await client.run(world)
    await world.close()
    if (typeof ended !== 'string') runs.push(ended)
    else {
      missing.push({ name: client.name, reason: ended })
      process.stdout.write(`  left out: ${ended}\n`)
    }
  }
  if (!values['no-report']) writeReport({ runs, missing })
  isDone = runs.every(({ findings }) => findings.every(({ verdict }) => verdict !== 'ours'))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
}
await run.end(isDone)
