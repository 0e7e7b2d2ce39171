import { parseArgs } from 'node:util'
import { openRun } from '../testkit/run.ts'
import type { Client, ClientRun } from './client.ts'
import { writeReport } from './report.ts'
import { wooCommerce } from './woocommerce/woocommerce.ts'
import { openWorld } from './world.ts'

const usage = `npm run clients -- [--wordpress FILE --woocommerce FILE --plugin FILE]... [--no-report]

Runs published clients, unchanged, against a fresh sandbox and writes docs/clients.md. FILE: a folder, a tarball or a
ZIP file. --plugin may be given more than once, for several versions. What is not named or missing is left out.
`

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        wordpress: { type: 'string' },
        woocommerce: { type: 'string' },
        plugin: { type: 'string', multiple: true, default: [] },
        'no-report': { type: 'boolean', default: false },
      },
    })
    return values
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`)
    return process.exit(2)
  }
}

const values = readArguments()
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const { wordpress, woocommerce, plugin: plugins } = values
const shops = plugins.length === 0 ? [undefined] : plugins
const clients: readonly Client[] = [
  ...shops.map((plugin) =>
    wooCommerce(
      { ...(wordpress && { wordpress }), ...(woocommerce && { woocommerce }), ...(plugin && { plugin }) },
      print,
    ),
  ),
]

const run = openRun('clients')
const runs: ClientRun[] = []
const missing: { name: string; reason: string }[] = []
let isDone = false
try {
  for (const client of clients) {
    print(client.name)
    // Each has its own sandbox and shop.
    const world = await openWorld(run, ['woocommerce'])
    const ended = await client.run(world)
    await world.close()
    if (typeof ended === 'string') {
      missing.push({ name: client.name, reason: ended })
      print(`  left out: ${ended}`)
    } else runs.push(ended)
  }
  if (!values['no-report']) writeReport({ runs, missing })
  isDone = runs.every(({ findings }) => findings.every(({ verdict }) => verdict !== 'ours'))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
}
await run.end(isDone)
