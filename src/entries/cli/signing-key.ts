import { randomBytes } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { openSigningKey } from '../../platform/adapters/signing-key.ts'
import { registerSigningKey } from '../../platform/signing/signing-keys.ts'
import { printLine } from './output.ts'
import { refuseFile } from './problems.ts'
import { readCommandConfig, withApp } from './with-app.ts'

/**
 * Adds `qist signing-key rotate`: makes another key. The public part of the one before stays in the list, so what it
 * signed stays valid (docs/contract/terms.md#evidence).
 */
export function addSigningKeyCommands(program: Command): void {
  program
    .command('signing-key')
    .description('the key that signs evidence, statements and notifications')
    .command('rotate')
    .description('make another key; what the former one signed stays valid')
    .action(async () => {
      const seed = randomBytes(32).toString('hex')
      const { kid } = openSigningKey(seed)
      const config = readCommandConfig()
      const { signingKey, dataDir } = config
      if (signingKey !== undefined) {
        // The service publishes it at its start.
        process.stderr.write(
          `Set SIGNING_KEY to this seed on every machine, and restart the service. Its kid is ${kid}:\n`,
        )
        printLine(seed)
        return
      }
      await withApp(async (app) => {
        await replaceKey(join(dataDir, 'signing.key'), seed)
        await registerSigningKey({ ...app, signingKey: () => openSigningKey(seed) })
        printLine(`The key ${kid} is in ${dataDir}. A running service signs with it after its next start.`)
      }, config)
    })
}

async function replaceKey(path: string, seed: string): Promise<void> {
  const draft = `${path}.${process.pid}`
  try {
    await writeFile(draft, `${seed}\n`, { mode: 0o600 })
    await rename(draft, path)
  } catch (error) {
    refuseFile(path, error)
  }
}
