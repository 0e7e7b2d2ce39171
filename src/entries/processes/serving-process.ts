import { setTimeout as pause } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { systemClock } from '../../platform/adapters/clock.ts'
import { openSharedLog } from '../../platform/adapters/log.ts'
import { type Metrics, openMetrics } from '../../platform/adapters/metrics.ts'
import type { App } from '../../platform/app/app.ts'
import type { Config } from '../../platform/app/config.ts'
import { loadTraces } from '../../platform/app/load-traces.ts'
import { openApp } from '../../platform/app/open-app.ts'
import { tellOutages } from '../../platform/db/outage.ts'
import { openServiceDb } from '../../platform/db/sharding/service-db.ts'
import { forgetKeysHere } from '../../platform/merchants/keys/known-keys.ts'
import { explainStart } from './explain-start.ts'
import { type Ipc, openIpc } from './ipc.ts'
import { connectionsEach, stopMs } from './limits.ts'
import { mergeMetrics } from './merge-metrics.ts'
import { numberVariable, type PeerRequest } from './messages.ts'
import { openService, type Service } from './open-service.ts'

/**
 * Runs one of several serving processes. The first process has opened the database and the ports, and replaces this one
 * when it ends.
 */
export async function serveAsOne(config: Config): Promise<void> {
  const trace = await loadTraces(config)
  const number = Number(process.env[numberVariable])
  const log = openSharedLog(config.logLevel, number)
  const db = await openServiceDb({
    connection: { connectionString: config.databaseUrl },
    connections: connectionsEach(config.processes),
    outages: tellOutages(log),
    marksSandbox: config.mode === 'sandbox',
  })
  let service: Service | undefined
  let isStopping = false
  const closer = closeWithGrace({ delay: stopMs, logger: false }, async ({ err }) => {
    isStopping = true
    if (err !== undefined) log.fatal({ err }, 'this process stops after a failure')
    await service?.drain()
    await Promise.race([db.close(), pause(500)])
  })
  // Ctrl-C reaches this process, too, and the first process's stop message follows.
  const onStop = (): void => void (isStopping || closer.close())
  const metrics = openMetrics()
  metrics.registry.setDefaultLabels({ process: String(number) })
  const ipc = openIpc({ respond: (request) => respondToPeer(app, metrics, request), onStop })
  const forgetKeysOf = async (merchantId: string): Promise<void> => {
    await ipc.request({ kind: 'forget_keys', merchantId })
  }
  const app = trace(openApp(config, db, log, systemClock, { forgetKeysOf }, metrics))
  try {
    service = await openService(app, { ...metrics, text: () => collectMetrics(metrics, ipc) })
  } catch (error) {
    const reason = explainStart(error)
    if (reason === undefined) throw error
    await ipc.send({ kind: 'failed', reason })
    process.exit(1)
  }
  await ipc.send({ kind: 'serving', addresses: service.addresses })
}

async function respondToPeer(app: App, own: Metrics, request: PeerRequest): Promise<string> {
  if (request.kind === 'metrics') return own.text()
  await forgetKeysHere(app, request.merchantId)
  return ''
}

async function collectMetrics(own: Metrics, ipc: Ipc): Promise<string> {
  const [mine, others] = await Promise.all([own.text(), ipc.request({ kind: 'metrics' })])
  return mergeMetrics([mine, ...others])
}
