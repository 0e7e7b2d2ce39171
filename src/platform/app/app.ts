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
import type { Secrets } from '../adapters/secrets.ts'
import type { Traces } from '../adapters/traces/traces.ts'
import type { Watchdog } from '../adapters/watchdog.ts'
import type { Region } from '../base/countries.ts'
import type { MerchantId } from '../base/ids.ts'
import type { Db } from '../db/db.ts'
import type { Config } from './config.ts'
import type { Wakeup } from './wakeup.ts'

/** The few things with state, opened once and handed down. Everything else is an import. */
export interface App {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** What background work counts; `noMetrics` where nobody asks. */
  readonly metrics: WorkMetrics
  /** Absent unless a collector of traces is set: `loadTraces(config)`. */
  readonly traces?: Traces
  /** Told by background work of every round: `openWatchdog()`. */
  readonly watchdog: Watchdog
  /** Keeps webhook secrets unreadable at rest: `openAppSecrets(config)`. */
  readonly secrets: Secrets
  /** Where attachments are kept: `openAppFiles(config)`. */
  readonly files: Files
  /** `openResolver()`. */
  readonly resolver: HostResolver
  /** Requests to merchants' addresses: `openOutbound({ resolver, namedHosts: config.webhookHosts })`. */
  readonly outbound: Outbound
  /** Who charges cards: really for live keys, never for test keys. */
  readonly cards: { readonly live: CardProcessor; readonly test: CardProcessor }
  /** Who sends text messages to customers; those of test keys only reach the outbox. */
  readonly messengers: { readonly live: Messenger; readonly test: Outbox }
  /** Who sends e-mail to people who work in a browser; undefined where nobody does, and links are shown instead. */
  readonly mailer: Mailer | undefined
  /** Woken when deliveries have been written: `newWakeup()`. */
  readonly deliveriesDue: Wakeup
  /** `noPeers`, unless PROCESSES has started others. */
  readonly peers: Peers
  /** Where regions listen whose port the system chose; a server that listens adds its own. */
  readonly chosenPorts: Map<Region, number>
}

/** The other processes that PROCESSES has started. What this one changes may stand in their memory. */
export interface Peers {
  /** Settles when all of them have forgotten what they believe about a merchant's keys; after two seconds they have by themselves. */
  forgetKeysOf(merchantId: MerchantId): Promise<void>
}

/** A process that serves alone, or a command beside the service. */
export const noPeers: Peers = {
  forgetKeysOf: async () => {},
}

/** The public base address of a region, without a slash at its end: as configured, or with the port that the system chose. */
export function baseUrlOf({ config, chosenPorts }: Pick<App, 'config' | 'chosenPorts'>, region: Region): string {
  const configured = config.baseUrls[region]
  const isChosen = config.ports[region] === 0 && configured.endsWith(':0')
  return isChosen ? configured.replace(/0$/, String(chosenPorts.get(region) ?? 0)) : configured
}
