// Starts a sandbox with this shop, and runs a rehearsal: `npm run certify`. Arguments after `--` go to
// `qist certify`. LIVE=1 uses the live keys, which have disputes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@qist/sdk/sandbox'

/** Returns a free port. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  server.close()
  return String(port)
}

const port = process.env.PORT ?? (await freePort())
const folder = mkdtempSync(join(tmpdir(), 'shop-data-'))
process.env.WEBHOOK_HOSTS = `shop.test=127.0.0.1:${port}`
const { url, merchant, close } = await startSandbox()
const keys = merchant.keys[process.env.LIVE === '1' ? 'live' : 'test']
Object.assign(process.env, { QIST_URL: url, QIST_SECRET_KEY: keys.secret, QIST_PUBLIC_KEY: keys.public })
Object.assign(process.env, { PORT: port, SHOP_URL: 'http://shop.test', SHOP_DATA: folder, OFFICE_PASSWORD: 'certify' })
await import('./server.js')

const command = ['--no', 'qist', 'certify', '--order-command', 'node place-order.js', ...process.argv.slice(2)]
const [code] = await once(spawn('npx', command, { stdio: 'inherit' }), 'exit')
await close()
rmSync(folder, { recursive: true })
process.exit(code ?? 1)
