import { answerInTime } from '../adapters/card-deadlines.ts'
import { absentCards, type CardProcessor } from '../adapters/card-processor.ts'
import { type Clock, systemClock } from '../adapters/clock.ts'
import type { Log } from '../adapters/log.ts'
import { absentMessenger, openGateway } from '../adapters/messenger.ts'
import { noMetrics, type WorkMetrics } from '../adapters/metrics.ts'
import { openOperatorOutbound, openOutbound } from '../adapters/outbound.ts'
import { openOutbox, openUnseenOutbox } from '../adapters/outbox.ts'
import { openResolver } from '../adapters/resolver.ts'
import { openSandboxBooks } from '../adapters/sandbox-books.ts'
import { openSandboxCards } from '../adapters/sandbox-cards.ts'
import { openStripeCards } from '../adapters/stripe/stripe-cards.ts'
import { openWatchdog } from '../adapters/watchdog.ts'
import type { Db } from '../db/db.ts'
import type { App } from './app.ts'
import { openAppFiles } from './app-files.ts'
import { openAppSecrets } from './app-secrets.ts'
import type { Config } from './config.ts'
import { noPeers, type Peers } from './peers.ts'
import { newWakeup } from './wakeup.ts'

/** Opens what has state beside the database. */
export function openApp(
  config: Config,
  db: Db,
  log: Log,
  clock: Clock = systemClock,
  peers: Peers = noPeers,
  metrics: WorkMetrics = noMetrics,
): App {
  const resolver = openResolver()
  const outbound = openOutbound({ resolver, namedHosts: config.webhookHosts })
  const isSandbox = config.mode === 'sandbox'
  const secrets = openAppSecrets(config)
  const outbox = isSandbox ? openOutbox({ db, secrets, clock, log }) : openUnseenOutbox(log)
  // The gateway's address is the operator's own, not a merchant's: it may well be a private one.
  const operatorOutbound = openOperatorOutbound()
  const gateway = config.messages === undefined ? absentMessenger : openGateway(config.messages, operatorOutbound)
  const sandboxCards = answerInTime(openSandboxCards(openSandboxBooks(db)))
  return {
    config,
    db,
    clock,
    log,
    metrics,
    watchdog: openWatchdog(),
    files: openAppFiles(config),
    secrets,
    resolver,
    outbound: {
      ...outbound,
      close: async () => void (await Promise.all([outbound.close(), operatorOutbound.close()])),
    },
    cards: { live: openLiveCards(config, log) ?? sandboxCards, test: sandboxCards },
    messengers: { live: isSandbox && config.messages === undefined ? outbox : gateway, test: outbox },
    deliveriesDue: newWakeup(),
    peers,
  }
}

function openLiveCards({ mode, stripe }: Config, log: Log): CardProcessor | undefined {
  if (stripe !== undefined) return answerInTime(openStripeCards({ ...stripe, log }))
  return mode === 'production' ? answerInTime(absentCards) : undefined
}
