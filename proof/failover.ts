import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, openClient, succeed } from '../testkit/client.ts'
import { allAtOnce } from '../testkit/parallel.ts'
import { openReceiver, type Receiver } from '../testkit/receiver.ts'
import { stopService } from '../testkit/service.ts'
import { checkoutBody, demoKey, newBuyer } from '../testkit/shop.ts'
import { neverMs, retry, within } from '../testkit/timeouts.ts'
import { type Cluster, openCluster } from './cluster.ts'
import type { ClusterNode } from './cluster-node.ts'
import { findClusterPrograms } from './cluster-programs.ts'
import type { Context, Verdict } from './context.ts'
import { DeliveryLog } from './delivery-log.ts'
import { type FailoverEvent, planFailovers } from './failover-events.ts'
import { Gaps } from './failover-gaps.ts'
import type { Call } from './history.ts'
import { openRecords } from './records.ts'
import { startService } from './service.ts'
import type { ServedEnvironment } from './test-environment.ts'
import { injectUnderLoad, type Setup } from './under-load.ts'
import { waitForEvents } from './wait-for-events.ts'
import { ignoreNoAnswer } from './wait-until-well.ts'

/**
 * P14: kills, switches over, freezes and cuts off the primary of a cluster under load. Two services continue by
 * themselves, and serve soon after a new primary exists. They have lost no change, and never use a standby.
 */
export async function run(context: Context): Promise<Verdict> {
  const programs = findClusterPrograms()
  if (typeof programs === 'string') return { counts: {}, violations: [], leftOut: programs }
  const { plainMs } = await context.startTimes()
  const cluster = await openCluster(context, 'p14', programs)
  const receiver = await openReceiver({ keeps: false })
  try {
    const services = await openServices(context, cluster, receiver.port)
    try {
      return await failOverAll(context, { cluster, receiver, services, gaps: new Gaps(plainMs) }, programs.versions)
    } finally {
      await services.close()
    }
  } finally {
    await receiver.close()
    await cluster.close()
  }
}

interface Scene {
  readonly cluster: Cluster
  readonly receiver: Receiver
  readonly services: Awaited<ReturnType<typeof openServices>>
  readonly gaps: Gaps
}

async function failOverAll(context: Context, scene: Scene, versions: string): Promise<Verdict> {
  const { cluster, receiver, services, gaps } = scene
  const deliveryLog = new DeliveryLog()
  receiver.answer = (request, response) => {
    deliveryLog.note(request)
    response.end('ok')
  }
  const { first, clients } = services
  succeed(await first.client.call('POST', '/api/v1/webhooks', { url: 'https://shop.test/hook' }))
  const violations = await checkStandbyIsRefused(context, cluster)
  const planned = planFailovers(context, context.random('p14 plan'))
  const verdict = await injectUnderLoad(context, {
    name: 'p14',
    times: planned.length,
    unit: 'failovers',
    environment: first,
    otherTargets: clients.slice(1),
    async inject(setup, number) {
      const event = planned[number - 1]
      if (event === undefined) return
      await failOver(cluster, clients, setup, event, gaps)
      violations.push(...(await checkStandbys(cluster)))
    },
    check: async (history, records) => [
      ...history
        .filter(isUnanswered)
        .map(({ kind, payment }) => `payment ${payment}: a ${kind} was not answered at all`),
      ...deliveryLog.checkEvents(await waitForEvents(context, records, deliveryLog)),
      ...deliveryLog.violations,
    ],
    counts: () => ({
      ...gaps.counts(),
      'lines of log': services.lines().length,
      notifications: deliveryLog.deliveries,
      on: versions,
    }),
  })
  const found = [...violations, ...services.ended, ...gaps.violations, ...verdict.violations]
  return { ...verdict, violations: [...found, ...checkLines(services.lines(), planned.length)] }
}

/** The operator's log names each failover, and each charge and return that waits for it, but not each failed call. */
function checkLines({ length }: readonly string[], failovers: number): string[] {
  const most = mostLinesEach * failovers
  return length > most ? [`the services logged ${length} lines, and ${most} are enough`] : []
}

/** The limit of log lines of both services. Hundreds of calls fail each time. */
const mostLinesEach = 25

// The service itself ran the whole time.
function isUnanswered({ outcome }: Call): boolean {
  return outcome.is === 'unknown' && outcome.trouble === undefined
}

/** Fails the primary, and waits until the services serve from another one and the cluster is complete again. */
async function failOver(
  cluster: Cluster,
  clients: readonly Client[],
  { load, random, injected }: Setup,
  event: FailoverEvent,
  gaps: Gaps,
): Promise<void> {
  const primary = await cluster.untilWhole()
  await load.served(100)
  await wait(random.between(0, 1_000))
  const from = performance.now()
  const { successors, answered } = await event.inject(primary, cluster.nodes)
  await cluster.untilPrimary(successors)
  const primaryAt = performance.now()
  const [acknowledgedAt, ...servedAt] = await allAtOnce([
    () => cluster.untilAcknowledged(successors).then(() => performance.now()),
    ...clients.map((client) => () => untilServed(client)),
  ])
  injected.push({ from, to: performance.now() })
  gaps.note(event.name, { from, primaryAt, acknowledgedAt, servedAt: Math.max(...servedAt) })
  await answered
  // A frozen or cut-off server notices the new primary later.
  await wait(random.between(0, 3_000))
  await event.mend(primary)
  await cluster.untilWhole()
}

/** Returns the time at which a session could be opened, which is a write. */
async function untilServed(client: Client): Promise<number> {
  const open = async (): Promise<boolean> => {
    const body = checkoutBody('demo_ae', 'AED', '100.00', { buyer: newBuyer() })
    return (await client.call('POST', '/api/v2/checkout', body).catch(ignoreNoAnswer))?.status === 200
  }
  await retry('a session is opened', open)
  return performance.now()
}

/** Checks that no service has a connection to a standby. */
async function checkStandbys({ nodes }: Cluster): Promise<string[]> {
  const ask = async (node: ClusterNode): Promise<string[]> => {
    const ofService = "select pid from pg_stat_activity where usename = 'qist' and pg_is_in_recovery()"
    const rows = await node.query(ofService, neverMs)
    return rows.map(() => `${node.name} is a standby, and the service has a connection to it`)
  }
  return (await allAtOnce(nodes.map((node) => () => ask(node)))).flat()
}

/** Checks that a service with a standby's address ends and prints the reason. */
async function checkStandbyIsRefused(context: Context, cluster: Cluster): Promise<string[]> {
  const primary = await cluster.untilWhole()
  const standby = cluster.nodes.find((node) => node !== primary)
  if (standby === undefined) throw new Error('there are standbys')
  const env = { DATABASE_URL: cluster.urlOf(standby), DATA_DIR: join(context.folder, 'p14-standby') }
  const started = context.startService({ ...process.env, ...env, PORT: '0', KSA_PORT: '0' })
  const serves = started.waitForLine(/^ {2}UAE/).then(
    () => 'it serves',
    () => started.waitForEnd(),
  )
  const came = await within('a service on a standby ends', serves)
  if (came === 'it serves') await stopService(started)
  const isTold = started.lines.length === 1 && /standby/.test(started.lines[0] ?? '')
  return came === 1 && isTold ? [] : [`a service on a standby: ${came}, and says ${started.lines.join(' / ')}`]
}

/** Opens the service on two of the machines. */
async function openServices(context: Context, { url }: Cluster, receiverPort: number) {
  // One folder for all files outside the database, like a shared disk.
  const dataDir = join(context.folder, 'p14-data')
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiverPort}` }
  const running = [await startService(context, env), await startService(context, env)]
  const ended: string[] = []
  let areStopping = false
  for (const service of running) {
    void service.waitForEnd().then((how) => areStopping || ended.push(`a service ended with ${how}`))
  }
  const clients = running.map(({ urls }) => openClient(urls.uae, demoKey(1), 32))
  const [service] = running
  const [client] = clients
  if (service === undefined || client === undefined) throw new Error('services were started')
  const close = async (): Promise<void> => {
    areStopping = true
    await Promise.all(clients.map((one) => one.close()))
    await Promise.all(running.map((one) => one.stop()))
  }
  const withRecords: ServedEnvironment['withRecords'] = async (work) => {
    const records = await openRecords({ connectionString: url }, dataDir)
    return work(records).finally(() => records.close())
  }
  const lines = (): string[] => running.flatMap((one) => one.printed()).filter((line) => line.startsWith('{'))
  return { first: { service, client, withRecords, close }, clients, ended, lines, close }
}
