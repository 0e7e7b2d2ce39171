import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { allAtOnce } from '../testkit/parallel.ts'
import { failureOf, neverMs, retry } from '../testkit/timeouts.ts'
import type { Context, Verdict } from './context.ts'
import type { Injected } from './invariants.ts'
import { SoakTally } from './soak-calls.ts'
import { liveDispute } from './soak-disputes.ts'
import { type SoakSetup, soakFaults } from './soak-faults.ts'
import { beHostile } from './soak-hostile.ts'
import { livePayment, payOnPage, readAround, type SoakWorker } from './soak-lives.ts'
import { collectGarbage, measureTables, type Sample, type TableSize, takeSample } from './soak-samples.ts'
import { openReceivers, openSoakShops, type SoakShop } from './soak-shops.ts'
import { checkSoak } from './soak-verdict.ts'
import { openProxiedEnvironment, type ProxiedEnvironment, type TestEnvironment } from './test-environment.ts'
import { waitUntilWell } from './wait-until-well.ts'

/** The soak: all kinds of load for an hour, faults in turn, and one process that must not grow. */
interface Soak {
  readonly context: Context
  readonly environment: ProxiedEnvironment
  readonly shops: readonly SoakShop[]
  readonly tally: SoakTally
  readonly injected: Injected[]
  readonly faults: Map<string, number>
  readonly samples: Sample[]
  readonly tables: TableSize[][]
  readonly endsAt: number
  readonly isShort: boolean
  /** The socket that triggers a garbage collection. */
  readonly garbage: string
}

const workers = 12
/** The number of times that the tables are counted. */
const tableSamples = 12
/**
 * In a short soak the engine rarely collects garbage. A collection is triggered before every `samplesEach`-th sample.
 */
const samplesEach = 3

/** P22: runs a mixed load with every fault in turn. Memory, file handles, connections and tables level off. */
export async function run(context: Context): Promise<Verdict> {
  const shortest = context.breakage === undefined ? 0 : 30
  const seconds =
    context.soak.minutes === undefined ? Math.max(shortest, context.size(30, 3_600)) : context.soak.minutes * 60
  const receivers = await openReceivers()
  const garbage = join(context.folder, 'p22-garbage')
  const environment = await openProxiedEnvironment(context, 'p22', {
    connections: workers + 8,
    env: {
      PROOF_GARBAGE: garbage,
      WEBHOOK_HOSTS: receivers.hosts,
      WEBHOOK_RETRY_SECONDS: '1,2,4',
      RATE_LIMITS: 'on',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  try {
    const shops = await openSoakShops(environment.service.urls.uae)
    const soak: Soak = {
      ...{ context, environment, shops, tally: new SoakTally() },
      ...{ injected: [], faults: new Map(), samples: [], tables: [] },
      endsAt: performance.now() + seconds * 1_000,
      isShort: seconds < 600,
      garbage,
    }
    await soakFor(soak, seconds)
    return await judge(soak, seconds)
  } finally {
    await environment.close()
    await receivers.close()
  }
}

async function soakFor(soak: Soak, seconds: number): Promise<void> {
  const { environment, tally } = soak
  let hasEnded = false
  void environment.service.waitForEnd().then((how) => {
    if (!tally.isStopping) tally.violate(`the service ended: ${how}`)
    hasEnded = true
  })
  const injectAll = async (over: AbortSignal): Promise<void> => {
    try {
      while (performance.now() < soak.endsAt && !hasEnded && !over.aborted) await inject(soak)
    } finally {
      // The other workers stop at this flag.
      tally.isStopping = true
    }
  }
  const working = Array.from({ length: workers }, (_, number) => () => work(soak, number))
  await allAtOnce([...working, () => watch(soak, seconds), injectAll])
}

/** Runs one client: random actions with pauses. */
async function work({ context, environment, shops, tally }: Soak, number: number): Promise<void> {
  const random = context.random(`p22 ${number}`)
  while (!tally.isStopping) {
    const worker: SoakWorker = { client: environment.client, tally, random, shop: random.pick(shops) }
    const dice = random.next()
    try {
      if (dice < 0.45) await livePayment(worker)
      else if (dice < 0.55) await payOnPage(worker)
      else if (dice < 0.62) await liveDispute(worker)
      else if (dice < 0.8) await readAround(worker)
      else await beHostile(worker)
    } catch (error) {
      tally.violate(`a client gave up: ${error instanceof Error ? error.stack : error}`)
    }
    await wait(random.between(100, 500))
  }
}

/** Injects one fault after the other, in rounds, and waits after each until the service has recovered. */
async function inject({ context, environment, shops, tally, injected, faults, isShort }: Soak): Promise<void> {
  const selected = soakFaults.filter(({ name }) => context.soak.faults?.includes(name) ?? true)
  const done = [...faults.values()].reduce((all, times) => all + times, 0)
  const random = context.random(`p22 fault ${done}`)
  const lastsMs = (): number => random.between(500, isShort ? 1_500 : 12_000)
  await wait(random.between(500, isShort ? 1_500 : 10_000))
  const fault = selected[done % selected.length]
  if (fault === undefined) return
  const from = performance.now()
  const setup: SoakSetup = { environment, shops, random, lastsMs }
  try {
    await fault.inject(setup)
    await waitUntilWell(environment.client)
  } catch (error) {
    tally.violate(`${fault.name}: ${error instanceof Error ? error.message : error}`)
  }
  if (fault.isForgiven) injected.push({ from, to: performance.now() })
  tally.forgive(injected)
  faults.set(fault.name, (faults.get(fault.name) ?? 0) + 1)
  const targetCalls = tally.answered + 30
  await retry('the service takes calls after a fault', () => tally.answered >= targetCalls).catch((error: Error) =>
    tally.violate(`${fault.name}: ${error.message}`),
  )
}

/** Samples the service's resources, and sometimes the tables. */
async function watch(
  { context, environment, tally, samples, tables, endsAt, isShort, garbage }: Soak,
  seconds: number,
): Promise<void> {
  const startedAt = performance.now()
  while (!tally.isStopping) {
    // The database ends silent connections as soon as the service has given them up.
    environment.proxy.forget()
    if (isShort && samples.length % samplesEach === 0) await collectGarbage(garbage).catch(() => undefined)
    const sample = await takeSample(environment).catch(() => undefined)
    if (sample !== undefined) samples.push(sample)
    const passed = performance.now() - startedAt
    if (passed >= (tables.length * (endsAt - startedAt)) / tableSamples) {
      const measured = await measureTables(environment.records).catch(() => undefined)
      if (measured !== undefined) tables.push(measured)
    }
    const memory = sample === undefined ? 'no answer' : `${Math.round(sample.rss / 1_048_576)} MB`
    context.progress(Math.round(passed / 1_000), seconds, `seconds; ${memory}, ${tally.calls} calls`)
    await wait(isShort ? 500 : 5_000)
  }
}

/** Waits for the remaining work, then checks the books. */
async function judge(soak: Soak, seconds: number): Promise<Verdict> {
  const { context, environment, tally, injected, faults, samples, tables, isShort } = soak
  const left = await waitUntilDone(environment, context.breakage === undefined ? neverMs : 10_000)
  tables.push(await measureTables(environment.records))
  const level = checkSoak(samples, tables, isShort)
  const violations = [
    ...tally.check(injected),
    ...left,
    ...level.violations,
    ...(tally.done.has('payments on the page') ? [] : ['nobody paid on a page']),
    ...(await environment.records.checkIntegrity()),
  ]
  const injections = [...faults].map(([name, times]) => `${name} × ${times}`)
  return {
    counts: {
      minutes: Math.round(seconds / 6) / 10,
      calls: tally.calls,
      'failed or unanswered during faults': tally.forgiven,
      ...Object.fromEntries(tally.done),
      'faults were': injections.join(' '),
      ...level.counts,
    },
    violations,
  }
}

/** Work that ends soon after the load: deliveries to good receivers, and counts of lists. */
const leftOver: readonly (readonly [what: string, sql: string])[] = [
  [
    'every notification arrives at a server that answers well',
    `select from deliveries as delivery
       join webhooks as webhook on webhook.merchant_id = delivery.merchant_id and webhook.id = delivery.webhook_id
     where webhook.url like 'https://good.test/%' and delivery.state <> 'delivered' limit 1`,
  ],
  ['every change is counted for lists', 'select from payment_count_changes limit 1'],
]

async function waitUntilDone({ records }: TestEnvironment, timeoutMs: number): Promise<string[]> {
  const wrong: string[] = []
  for (const [what, sql] of leftOver) {
    wrong.push(...(await failureOf(records.waitUntilNone(what, sql, { pauseMs: 500, timeoutMs }))))
  }
  return wrong.map((what) => `after the soak ${what}`)
}
