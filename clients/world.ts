import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../testkit/listen.ts'
import { type RunningProcess, startProcess } from '../testkit/processes.ts'
import type { Run } from '../testkit/run.ts'
import { openShop, type Shop } from '../testkit/shop.ts'

/** A merchant with one store `AE`, and its keys for test mode. */
export interface ClientMerchant {
  readonly secretKey: string
  readonly publicKey: string
  /** Calls the service with the secret key: acts as customer, reads the payment, sets faults. */
  readonly shop: Shop
}

export type Checkout = 'strict' | 'lenient'

/** A new sandbox behind the names that clients have built in. */
export interface World {
  readonly run: Run
  /** Prints a line of progress. */
  progress(line: string): void
  /** A folder of its own, removed at the end of the run. */
  readonly folder: string
  /** The address of the sandbox's UAE region. */
  readonly url: string
  /** The port of the names on 127.0.0.1, over TLS. */
  readonly port: number
  /** The file of the certificate to trust. */
  readonly authority: string
  /** The port of a client's own web server. The sandbox delivers notifications to it at `http://<client>.test`. */
  webPort(client: string): number
  /** Makes a merchant for one run of a client. */
  newMerchant(checkout: Checkout): Promise<ClientMerchant>
  /** Starts a program that ends with the world. */
  start(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): RunningProcess
  /** Ends all of its programs. */
  close(): Promise<void>
}

export const clientDomains = ['tabby.ai', 'tabby.sa']

// A program may have processes of its own, such as the workers of PHP's web server.
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM')
  } catch {
    // It has ended.
  }
}

const qist = join(import.meta.dirname, '../bin/qist.js')

/** Opens a sandbox and the plug-in host before it. `clients`: names of clients that have web servers. */
export async function openWorld(run: Run, clients: readonly string[]): Promise<World> {
  const ports = new Map<string, number>()
  for (const client of clients) ports.set(client, await freePort())
  const webhookHosts = [...ports].map(([client, port]) => `${client}.test=127.0.0.1:${port}`).join(',')
  const folder = mkdtempSync(join(run.folder, 'world-'))
  const programs = new Set<RunningProcess>()
  const start: World['start'] = (program, args, env = {}) => {
    const options = { node: program, env: { ...process.env, ...env }, detached: true }
    const started = startProcess(args[0] ?? '', args.slice(1), options)
    programs.add(started)
    const forget = (): void => void programs.delete(started)
    // A failed start is reported to the caller.
    started.waitForEnd().then(forget, forget)
    return started
  }
  const settings = {
    DATA_DIR: join(folder, 'host'),
    WEBHOOK_HOSTS: webhookHosts,
    WEBHOOK_RETRY_SECONDS: '1,1,2,2',
    QIST_URL: '',
  }
  const host = start(
    process.execPath,
    [qist, 'plugin-host', '--hosts', clientDomains.join(), '--port', '0', '--json'],
    settings,
  )
  const { port, url, certificate } = JSON.parse(await host.waitForLine(/^\{/))
  const newMerchant = async (checkout: Checkout): Promise<ClientMerchant> => {
    const stores = [{ merchant_code: 'AE', country: 'AE', checkout }]
    const answer = await fetch(`${url}/sandbox/merchants`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Shop', region: 'uae', stores }),
    })
    const { keys } = (await answer.json()) as { keys: { test: { secret: string; public: string } } }
    const { secret: secretKey, public: publicKey } = keys.test
    return { secretKey, publicKey, shop: openShop(url, secretKey, { merchantCode: 'AE' }) }
  }
  const webPort = (client: string): number => {
    const found = ports.get(client)
    if (found === undefined) throw new Error(`${client} has no web server`)
    return found
  }
  const endAll = (): void => {
    for (const { pid } of programs) endGroup(pid)
  }
  run.atEnd(endAll)
  const close = async (): Promise<void> => {
    endAll()
    await Promise.all([...programs].map((program) => program.waitForEnd()))
  }
  const progress = (line: string): void => void process.stdout.write(`${line}\n`)
  return { run, progress, folder, url, port, authority: certificate, webPort, newMerchant, start, close }
}
