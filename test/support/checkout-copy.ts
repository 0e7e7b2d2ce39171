import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { cpSync, globSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Copies what a release is made of, because packing changes the manifest. Returns `folder`. */
export function copyCheckout(folder: string): string {
  const parts = [
    'bin',
    'src',
    'docs/contract',
    'docs/guides',
    'docs/screenshots',
    'scripts/pack',
    'scripts/release',
    'LICENSE',
    'Dockerfile',
    'examples/shop/package.json',
    'examples/shop/README.md',
  ]
  const sdk = ['src', 'package.json', 'tsconfig.json', 'README.md', 'LICENSE'].map((part) => join('sdk', part))
  for (const part of [...parts, ...sdk, ...globSync(['*.json', '*.md', '.npmrc'], { cwd: root })])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Runs `npm run release` in a copy of the checkout, without a registry. */
export function makeRelease(checkout: string, options: readonly string[]): SpawnSyncReturns<string> {
  const env = { ...process.env, npm_config_offline: 'true', npm_config_update_notifier: 'false' }
  return spawnSync('npm', ['run', '--silent', 'release', '--', ...options], { cwd: checkout, env, encoding: 'utf8' })
}
