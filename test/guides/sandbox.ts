import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { freePort } from '../../testkit/listen.ts'
import { newMerchant, openShop } from '../../testkit/shop.ts'
import { retry } from '../../testkit/timeouts.ts'
import { packSdk } from '../support/packed-sdk.ts'
import { startTestService } from '../support/service.ts'

export const root = join(import.meta.dirname, '../..')

/** A reader's place: an empty folder, a new sandbox, and a free port for the shop. */
export interface Reader {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  close(): Promise<void>
}

/** Opens one with the environment of `qist exec`, and with `qist`, the SDK and the other clients installed. `example`: a folder to copy. */
export async function openReader(example?: string): Promise<Reader> {
  // Packing stands the whole process still. A service would meanwhile miss its deadlines.
  const sdk = packedSdk()
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'qist-guide-')))
  const port = String(await freePort())
  const service = await startTestService({ workers: true, runs: true })
  const close = async (): Promise<void> => {
    await service.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await retry('the sandbox is ready', async () => (await fetch(`${service.urls.uae}/ready`)).status === 200)
    const { keys } = await newMerchant(openShop(service.urls.uae, ''), { merchantCode: 'AE' })
    install(folder, sdk)
    if (example !== undefined) cpSync(join(root, example), folder, { recursive: true })
    const env = {
      ...process.env,
      QIST_URL: service.urls.uae,
      QIST_KSA_URL: service.urls.ksa,
      QIST_SECRET_KEY: keys.test.secret,
      QIST_PUBLIC_KEY: keys.test.public,
      PORT: port,
      // A test runner that detects another one around it runs nothing.
      NODE_TEST_CONTEXT: undefined,
    }
    return { folder, env, close }
  } catch (error) {
    await close()
    throw error
  }
}

function install(folder: string, sdk: string): void {
  mkdirSync(join(folder, 'node_modules/@qist'), { recursive: true })
  mkdirSync(join(folder, 'node_modules/.bin'))
  symlinkSync(sdk, join(folder, 'node_modules/@qist/sdk'))
  symlinkSync(join(root, 'bin/qist.js'), join(folder, 'node_modules/.bin/qist'))
  for (const client of clients) copyFileSync(join(root, client), join(folder, basename(client)))
}

/** A reader saves them from the guide to Python and PHP. */
export const clients = ['examples/shop-python/qist.py', 'examples/php/qist.php']

let packed: string | undefined

// Packed once per process, as a user would install it.
function packedSdk(): string {
  if (packed !== undefined) return packed
  const folder = mkdtempSync(join(tmpdir(), 'qist-sdk-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  execFileSync('tar', ['-xzf', packSdk(folder), '-C', folder])
  packed = join(folder, 'package')
  return packed
}
