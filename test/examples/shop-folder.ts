import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningProcess, startProcess } from '../../testkit/processes.ts'
import { packSdk } from '../support/packed-sdk.ts'
import { cleanUp } from '../support/service-process.ts'

const root = join(import.meta.dirname, '../..')

/** A copy of the example shop with only the packed SDK and `qist` installed. */
export interface ShopFolder {
  readonly path: string
  remove(): void
}

export function newShopFolder(): ShopFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'qist-shop-')))
  cpSync(join(root, 'examples/shop'), path, { recursive: true })
  execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', packSdk(path)], { cwd: path })
  mkdirSync(join(path, 'node_modules/.bin'), { recursive: true })
  symlinkSync(join(root, 'bin/qist.js'), join(path, 'node_modules/.bin/qist'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Starts the shop and waits until it listens. It is stopped after the test. */
export async function openShopProcess({ path }: ShopFolder, env: Record<string, string>): Promise<RunningProcess> {
  const shop = startProcess('server.js', [], { cwd: path, env: { ...process.env, ...env } })
  cleanUp(async () => {
    shop.kill('SIGKILL')
    await shop.waitForEnd()
  })
  await shop.waitForLine(/^The shop is open/)
  return shop
}
