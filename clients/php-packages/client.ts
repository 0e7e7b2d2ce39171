import type { Action, Client, ClientRun } from '../client.ts'
import { judge, type Scene } from '../judge.ts'
import { hashFolder, placeClient } from '../sources.ts'
import type { World } from '../world.ts'
import { aghfatehiScenes } from './aghfatehi-scenes.ts'
import { osaScenes } from './osa-scenes.ts'
import { findLaravel, type LaravelPackage, type LaravelShop, startShop } from './shop.ts'

interface PublishedPackage extends Omit<LaravelPackage, 'folder'> {
  readonly title: string
  readonly version: string
  readonly address: string
  readonly scenes: readonly Scene<LaravelShop>[]
  readonly knownFaults: readonly Action[]
  /** What a reader of the results must know. */
  readonly remark: string
}

const aghfatehi: PublishedPackage = {
  name: 'aghfatehi',
  title: 'Laravel package aghfatehi/laravel-tabby',
  version: '1.0.0',
  address: 'https://github.com/aghfatehi/laravel-tabby',
  namespace: 'Aghfatehi\\Tabby\\',
  provider: 'Aghfatehi\\Tabby\\TabbyServiceProvider',
  scenes: aghfatehiScenes,
  knownFaults: ['setUp', 'pay', 'capture', 'refund', 'notification'],
  remark: 'outside of the range that the package asks for, Illuminate 10 and newer',
}

const osa: PublishedPackage = {
  name: 'osa-eg',
  title: 'Laravel package osa-eg/laravel-tabby-integration',
  version: 'unnumbered',
  address: 'https://github.com/osa-eg/Laravel-Tabby-Integration',
  namespace: 'Osama\\TabbyIntegration\\',
  provider: 'Osama\\TabbyIntegration\\Providers\\TabbyServiceProvider',
  scenes: osaScenes,
  knownFaults: ['cancel'],
  remark: 'the shop of the command passes a `reference_id` to captures and refunds, which the package leaves to it',
}

/** The package aghfatehi/laravel-tabby. `source`: its folder or tarball. */
export const aghfatehiPackage = (source: string | undefined): Client => clientOf(aghfatehi, source)

/** The package osa-eg/laravel-tabby-integration. `source`: its folder or tarball. */
export const osaPackage = (source: string | undefined): Client => clientOf(osa, source)

function clientOf(published: PublishedPackage, source: string | undefined): Client {
  return { name: published.title, run: (world) => runPackage(world, published, source) }
}

async function runPackage(
  world: World,
  published: PublishedPackage,
  source: string | undefined,
): Promise<ClientRun | string> {
  const { name, title, version, address, scenes, knownFaults, remark } = published
  if (source === undefined) return `needs --${name}`
  const laravel = await findLaravel(world)
  if (typeof laravel === 'string') return laravel
  const folder = await placeClient(world, name, source, 'src')
  const from = { ...published, folder }
  const stores = { strict: await startShop(world, from, 'strict'), lenient: await startShop(world, from, 'lenient') }
  const client = { name: title, version, address, checksum: hashFolder(folder) }
  return {
    client,
    surroundings: `${laravel.versions}, with the middleware of Laravel's skeleton; ${remark}`,
    findings: await judge(world, stores, scenes, knownFaults),
  }
}
