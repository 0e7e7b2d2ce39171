import { statfs } from 'node:fs/promises'
import { aroundCards, aroundMessenger, aroundOutbound, aroundScoring, countingCalls } from '../adapters/around-calls.ts'
import { answerInTime } from '../adapters/card-deadlines.ts'
import { absentCards, type CardProcessor } from '../adapters/card-processor.ts'
import { type Clock, systemClock } from '../adapters/clock.ts'
import type { Log } from '../adapters/log.ts'
import { type Mailer, openMailGateway, openOutboxMailer } from '../adapters/mailer.ts'
import { absentMessenger, openGateway } from '../adapters/messenger.ts'
import { noMetrics, type WorkMetrics } from '../adapters/metrics.ts'
import { type Outbound, openOperatorOutbound, openOutbound } from '../adapters/outbound.ts'
import { type Outbox, openOutbox, openUnseenOutbox } from '../adapters/outbox.ts'
import { openResolver } from '../adapters/resolver.ts'
import { openSandboxBooks } from '../adapters/sandbox-books.ts'
import { openSandboxCards } from '../adapters/sandbox-cards.ts'
import { openScoringService, type ScoringService } from '../adapters/scoring-service.ts'
import { openStripeCards } from '../adapters/stripe/stripe-cards.ts'
import { openWatchdog } from '../adapters/watchdog.ts'
import { hour } from '../base/times.ts'
import type { Db } from '../db/db.ts'
import { type App, noPeers, type Peers } from './app.ts'
import type { Config } from './config.ts'
import { keepSigningKey, openAppFiles, openAppSecrets } from './data-folder.ts'
import { newWakeup } from './wakeup.ts'

/** Opens the parts with state, except for the database. */
export function openApp(
  config: Config,
  db: Db,
  log: Log,
  clock: Clock = systemClock,
  peers: Peers = noPeers,
  metrics: WorkMetrics = noMetrics,
): App {
  const resolver = openResolver()
  const webhooks = openOutbound({ resolver, namedHosts: config.webhookHosts })
  const outbound = aroundOutbound(webhooks, countingCalls(metrics, 'webhook'))
  const isSandbox = config.mode === 'sandbox'
  const secrets = openAppSecrets(config)
  const keptMs = config.outboxHours * hour
  const outbox = isSandbox ? openOutbox({ db, secrets, clock, keptMs, log }) : openUnseenOutbox(log)
  // The operator sets the gateway's address, not a merchant. So it may be private.
  const operatorOutbound = openOperatorOutbound()
  const gateway = config.messages === undefined ? absentMessenger : openGateway(config.messages, operatorOutbound)
  const messenger = aroundMessenger(gateway, countingCalls(metrics, 'message_gateway'))
  const sandboxCards = answerInTime(openSandboxCards(openSandboxBooks(db)))
  const scoring = openAppScoring(config, metrics)
  const watchdog = openWatchdog()
  const liveCards = openLiveCards(config, log) ?? sandboxCards
  metrics.read({ pool: () => db.poolState(), lateness: () => watchdog.lateness() })
  if (keepsThings(config)) metrics.read({ disk: () => roomOf(config.dataDir) })
  return {
    config,
    db,
    clock,
    log,
    metrics,
    watchdog,
    files: openAppFiles(config),
    secrets,
    signingKey: keepSigningKey(config),
    resolver,
    outbound: {
      ...outbound,
      close: async () => void (await Promise.all([outbound.close(), operatorOutbound.close(), scoring?.close()])),
    },
    cards: { live: aroundCards(liveCards, countingCalls(metrics, 'card_processor')), test: sandboxCards },
    messengers: { live: isSandbox && config.messages === undefined ? outbox : messenger, test: outbox },
    mailer: openAppMailer(config, operatorOutbound, isSandbox ? outbox : undefined),
    scoring,
    deliveriesDue: newWakeup(),
    peers,
    chosenPorts: new Map(),
  }
}

function openAppMailer({ mail }: Config, outbound: Outbound, outbox: Outbox | undefined): Mailer | undefined {
  if (mail !== undefined) return openMailGateway(mail, outbound)
  return outbox && openOutboxMailer(outbox)
}

function openAppScoring(
  { scoring: { endpoint, timeoutMs } }: Config,
  metrics: WorkMetrics,
): ScoringService | undefined {
  if (endpoint === undefined) return undefined
  return aroundScoring(openScoringService(endpoint.url, timeoutMs), countingCalls(metrics, 'scoring_service'))
}

function openLiveCards({ mode, stripe }: Config, log: Log): CardProcessor | undefined {
  if (stripe !== undefined) return answerInTime(openStripeCards({ ...stripe, log }))
  return mode === 'production' ? answerInTime(absentCards) : undefined
}

// With a database and a bucket of its own the service stores nothing in the data folder.
function keepsThings({ databaseUrl, attachmentsBucket }: Config): boolean {
  return databaseUrl === undefined || attachmentsBucket === undefined
}

async function roomOf(folder: string): Promise<{ readonly free: number; readonly size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}
