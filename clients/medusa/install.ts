import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../sources.ts'
import type { World } from '../world.ts'

/** Medusa 1.16.0 with the packages of its time: it does not start with the newest ones that its ranges allow. */
const store = {
  name: 'store',
  version: '0.0.1',
  private: true,
  dependencies: {
    '@medusajs/medusa': '1.16.0',
    '@medusajs/event-bus-local': '1.9.6',
    '@medusajs/cache-inmemory': '1.8.8',
    'medusa-interfaces': '^1.3.7',
    'medusa-core-utils': '^1.2.0',
    'medusa-fulfillment-manual': '^1.1.38',
    typeorm: '0.3.16',
    express: '^4.17.2',
    'body-parser': '^1.19.0',
    cors: '^2.8.5',
  },
  overrides: {
    '@medusajs/modules-sdk': '1.11.1',
    '@medusajs/utils': '1.10.2',
    '@medusajs/types': '1.11.1',
    '@medusajs/orchestration': '0.4.0',
    '@medusajs/workflows': '0.2.2',
    '@medusajs/medusa-cli': '1.3.21',
  },
}

const installLimitMs = 300_000

/** Installs Medusa, and the provider as one of its packages. Returns the store's folder, or what is missing. */
export async function installMedusa(world: World, provider: string): Promise<{ folder: string } | string> {
  const folder = join(world.folder, 'medusa')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(store))
  copyFileSync(join(import.meta.dirname, 'medusa-config.cjs'), join(folder, 'medusa-config.js'))
  const options = ['--omit=dev', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  const output = await runProgram(world, 'npm', ['--prefix', folder, 'install', ...options], installLimitMs)
  if (output === undefined) return 'Medusa 1.16.0 cannot be installed from the npm registry'
  cpSync(provider, join(folder, 'node_modules', 'medusa-payment-tabby2'), { recursive: true })
  return { folder }
}

/** Returns the version of an installed package. */
export function versionOf(folder: string, name: string): string {
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version
}
