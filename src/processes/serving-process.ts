import { setTimeout as pause } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { systemClock } from '../adapters/clock.ts'
import { openSharedLog } from '../adapters/log.ts'
import { type Metrics, openMetrics } from '../adapters/metrics.ts'
import type { App } from '../app/app.ts'
import type { Config } from '../app/config.ts'
import { openApp } from '../app/open-app.ts'
import { openDb } from '../db/db.ts'
import { forgetKeysHere } from '../merchants/find-key-holder.ts'
import { explainStart } from './explain-start.ts'
import { type Ipc, openIpc } from './ipc.ts'
import { connectionsEach, stopMs } from './limits.ts'
import { mergeMetrics } from './merge-metrics.ts'
import { numberVariable, type Question } from './messages.ts'
import { openService, type Service } from './open-service.ts'

/** One of several processes that serve: the first has opened the database and the ports, and this one is replaced when it ends. */
export async function serveAsOne(config: Config): Promise<void> {
  const number = Number(process.env[numberVariable])
  const log = openSharedLog(config.logLevel, number)
  const db = openDb({
    connection: { connectionString: config.databaseUrl },
    connections: connectionsEach(config.processes),
    onIdleError: (error) => log.warn({ error: error.message }, 'an idle database connection was cut off'),
  })
  let service: Service | undefined
  let isStopping = false
  const closer = closeWithGrace({ delay: stopMs, logger: false }, async ({ err }) => {
    isStopping = true
    if (err !== undefined) log.fatal({ err }, 'this process stops after a failure')
    await service?.drain()
    await Promise.race([db.close(), pause(500)])
  })
  // Ctrl-C reaches this process too, and the first one's word comes on top.
  const onStop = (): void => void (isStopping || closer.close())
  const metrics = openMetrics()
  metrics.registry.setDefaultLabels({ process: String(number) })
  const line = openIpc({ answer: (question) => answerSibling(app, metrics, question), onStop })
  const forgetKeysOf = async (merchantId: string): Promise<void> => {
    await line.ask({ kind: 'forget_keys', merchantId })
  }
  const app = openApp(config, db, log, systemClock, { forgetKeysOf }, metrics)
  try {
    service = await openService(app, { ...metrics, text: () => collectMetrics(metrics, line) })
  } catch (error) {
    const reason = explainStart(error)
    if (reason === undefined) throw error
    await line.say({ kind: 'failed', reason })
    process.exit(1)
  }
  await line.say({ kind: 'serves', addresses: service.addresses })
}

async function answerSibling(app: App, own: Metrics, question: Question): Promise<string> {
  if (question.kind === 'metrics') return own.text()
  await forgetKeysHere(app, question.merchantId)
  return ''
}

async function collectMetrics(own: Metrics, line: Ipc): Promise<string> {
  const [mine, others] = await Promise.all([own.text(), line.ask({ kind: 'metrics' })])
  return mergeMetrics([mine, ...others])
}
