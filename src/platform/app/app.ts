import type { CardProcessor } from '../adapters/card-processor.ts'
import type { Clock } from '../adapters/clock.ts'
import type { Files } from '../adapters/files.ts'
import type { Log } from '../adapters/log.ts'
import type { Mailer } from '../adapters/mailer.ts'
import type { Messenger } from '../adapters/messenger.ts'
import type { WorkMetrics } from '../adapters/metrics.ts'
import type { Outbound } from '../adapters/outbound.ts'
import type { Outbox } from '../adapters/outbox.ts'
import type { HostResolver } from '../adapters/resolver.ts'
import type { ScoringService } from '../adapters/scoring-service.ts'
import type { Secrets } from '../adapters/secrets.ts'
import type { SigningKey } from '../adapters/signing-key.ts'
import type { Traces } from '../adapters/traces/traces.ts'
import type { Watchdog } from '../adapters/watchdog.ts'
import type { MerchantId } from '../base/ids.ts'
import type { Region } from '../base/market-entries.ts'
import type { Db } from '../db/db.ts'
import type { Config } from './config.ts'
import type { Snapshots } from './snapshots.ts'
import type { Wakeup } from './wakeup.ts'

/** The parts with state. They are opened once and passed down. Everything else is an import. */
export interface App {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** Metrics of background work; `noMetrics` in commands. */
  readonly metrics: WorkMetrics
  /** Absent without a configured collector of traces: `loadTraces(config)`. */
  readonly traces?: Traces
  /** Watches the rounds of background work: `openWatchdog()`. */
  readonly watchdog: Watchdog
  /** Encrypts webhook secrets at rest: `openAppSecrets(config)`. */
  readonly secrets: Secrets
  /** Returns the key that signs, for `useSigningKey(app)`: `keepSigningKey(config)`. */
  readonly signingKey: () => SigningKey
  /** The store of attachments: `openAppFiles(config)`. */
  readonly files: Files
  /** `openResolver()`. */
  readonly resolver: HostResolver
  /** Requests to merchants' addresses: `openOutbound({ resolver, namedHosts: config.webhookHosts })`. */
  readonly outbound: Outbound
  /** The card processors. The one of test keys never charges a real card. */
  readonly cards: { readonly live: CardProcessor; readonly test: CardProcessor }
  /** Senders of text messages to customers. Those of test keys reach the outbox only. */
  readonly messengers: { readonly live: Messenger; readonly test: Outbox }
  /** Sender of e-mail to people of the back offices. Undefined without a gateway: links are shown instead. */
  readonly mailer: Mailer | undefined
  /** The operator's scoring service. Undefined without RISK_URL: nobody is asked. */
  readonly scoring: ScoringService | undefined
  /** Wakes the dispatcher when deliveries are written: `newWakeup()`. */
  readonly deliveriesDue: Wakeup
  /** `noPeers`, unless PROCESSES has started others. */
  readonly peers: Peers
  /** Kept by a throw-away sandbox only. */
  readonly snapshots?: Snapshots
  /** Ports of regions that the system chose (port 0). A server adds its own when it listens. */
  readonly chosenPorts: Map<Region, number>
}

/** The other processes of PROCESSES. They may have cached what this process changes. */
export interface Peers {
  /** Settles when all peers have dropped a merchant's keys from their caches, after two seconds at the latest. */
  forgetKeysOf(merchantId: MerchantId): Promise<void>
}

/** For a single process, and for commands. */
export const noPeers: Peers = {
  forgetKeysOf: async () => {},
}

/**
 * Returns the public base address of a region, without a slash at its end: as configured, or with the port that the
 * system chose.
 */
export function baseUrlOf({ config, chosenPorts }: Pick<App, 'config' | 'chosenPorts'>, region: Region): string {
  const configured = config.baseUrls[region]
  const isChosen = config.ports[region] === 0 && configured.endsWith(':0')
  return isChosen ? configured.replace(/0$/, String(chosenPorts.get(region) ?? 0)) : configured
}
