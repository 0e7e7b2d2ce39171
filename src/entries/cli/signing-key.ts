import { randomBytes } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { openSigningKey } from '../../platform/adapters/signing-key.ts'
import { listPublicKeys } from '../../platform/signing/signing-keys.ts'
import { printLine } from './output.ts'
import { refuseFile } from './problems.ts'
import { withApp } from './with-app.ts'

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
      await withApp(async (app) => {
        // The former key is in the list before another one takes its place.
        await listPublicKeys(app)
        const { signingKey, dataDir } = app.config
        if (signingKey !== undefined) {
          process.stderr.write(
            `Set SIGNING_KEY to this seed on every machine, and restart the service. Its kid is ${kid}:\n`,
          )
          printLine(seed)
          return
        }
        await replaceKey(join(dataDir, 'signing.key'), seed)
        await listPublicKeys({ ...app, signingKey: () => openSigningKey(seed) })
        printLine(`The key ${kid} is in ${dataDir}. A running service signs with it after its next start.`)
      })
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
