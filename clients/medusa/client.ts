import { join } from 'node:path'
import type { Action, Client, ClientRun } from '../client.ts'
import { judge } from '../judge.ts'
import { hashFolder, placeClient } from '../sources.ts'
import type { World } from '../world.ts'
import { faultScenes } from './fault-scenes.ts'
import { installMedusa, versionOf } from './install.ts'
import { plainScenes } from './scenes.ts'
import { startMedusa } from './server.ts'

const knownFaults: readonly Action[] = ['offer', 'notification', 'giveUp', 'cancel', 'lostCapture', 'lostRefund']

/** The provider for Medusa 1. `source`: its folder or tarball, with `dist`. */
export function medusaProvider(source: string | undefined): Client {
  return { name: 'Medusa 1 provider medusa-payment-tabby2', run: (world) => runMedusaProvider(world, source) }
}

async function runMedusaProvider(world: World, source: string | undefined): Promise<ClientRun | string> {
  if (source === undefined) return 'needs --medusa'
  const provider = await placeClient(world, 'medusa', source, 'dist/services')
  const installed = await installMedusa(world, provider)
  if (typeof installed === 'string') return installed
  const { folder } = installed
  const database = await world.run.openDatabase(join(world.folder, 'medusa-database'))
  const stores = {
    strict: await startMedusa(world, folder, database.connection, 'strict'),
    lenient: await startMedusa(world, folder, database.connection, 'lenient'),
  }
  const findings = await judge(world, stores, [...plainScenes, ...faultScenes], knownFaults)
  await Promise.all([stores.strict.stop(), stores.lenient.stop()])
  await database.close()
  return {
    client: {
      name: 'Medusa 1 provider medusa-payment-tabby2',
      version: versionOf(folder, 'medusa-payment-tabby2'),
      address: 'https://github.com/hammerwang666/medusa-payment-tabby2',
      checksum: hashFolder(provider),
    },
    surroundings: `Medusa ${versionOf(folder, '@medusajs/medusa')}, axios ${versionOf(folder, 'axios')} (which the provider does not declare), PostgreSQL, Node ${process.versions.node}`,
    findings,
  }
}
