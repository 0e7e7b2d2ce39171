import { setTimeout as wait } from 'node:timers/promises'
import { succeed } from '../testkit/client.ts'
import type { FreezingProxy } from '../testkit/freezing-proxy.ts'
import type { Random } from '../testkit/random.ts'
import { openReceiver } from '../testkit/receiver.ts'
import { neverMs, retry, within } from '../testkit/timeouts.ts'
import { checkLoops } from './check-loops.ts'
import type { Context, Verdict } from './context.ts'
import { openProxiedEnvironment, type ProxiedEnvironment } from './test-environment.ts'
import { injectUnderLoad } from './under-load.ts'
import { waitUntilWell } from './wait-until-well.ts'

/** The kinds of silence, in the order in which they take turns. */
const silences: readonly { readonly name: string; fall(proxy: FreezingProxy, random: Random): Promise<unknown> }[] = [
  { name: 'every connection', fall: async (proxy) => proxy.freeze() },
  { name: 'one of a loop', fall: (proxy, random) => proxy.freezeAt(random.pick(loopStatements), random.chance(0.5)) },
  { name: 'one whose batch has arrived', fall: (proxy) => proxy.freezeAt('save_payments', true) },
  { name: 'one whose batch never arrives', fall: (proxy) => proxy.freezeAt('save_payments', false) },
  {
    name: 'every connection, and soon every new one',
    async fall(proxy, random) {
      proxy.freeze()
      await wait(random.between(100, 2_000))
      proxy.freeze()
    },
  },
]
/** The first statements of the loops in each round. */
const loopStatements = ['list_due_payments', 'claim_due_deliveries', 'list_due_charges', 'list_due_disputes'] as const

/** The usual maximum of a service's connections to its database. */
const usualConnections = 16
const selfTestMs = 45_000

/** P19: connections to the database fall silent without a reset under load. The service recovers by itself. */
export async function run(context: Context): Promise<Verdict> {
  const timeoutMs = context.breakage === undefined ? neverMs : selfTestMs
  const receiver = await openReceiver({ keeps: false })
  const environment = await openProxiedEnvironment(context, 'p19', {
    env: { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiver.port}`, WEBHOOK_RETRY_SECONDS: '1,1,1,1' },
  })
  const { proxy, service } = environment
  const violations: string[] = []
  const most: Peaks = { connections: 0, silenceMs: 0 }
  try {
    succeed(await environment.client.call('POST', '/api/v1/webhooks', { url: 'https://shop.test/hook' }))
    const verdict = await injectUnderLoad(context, {
      name: 'p19',
      times: context.size(2, 8 * silences.length),
      unit: 'silences',
      environment,
      async inject({ load, random, injected }, number) {
        const chosen = silences[(number - 1) % silences.length]
        // After a failed recovery each further round would run into its time limit.
        if (chosen === undefined || violations.length > 0) return
        await wait(random.between(0, 400))
        const from = performance.now()
        const fall = () => chosen.fall(proxy, random)
        await silence(environment, most, timeoutMs, fall, () => load.served(100, timeoutMs)).catch(
          async (error: Error) => {
            violations.push(`after ${chosen.name} fell silent: ${error.message}`)
            service.kill('SIGKILL')
            await service.waitForEnd()
            await service.restart()
          },
        )
        injected.push({ from, to: performance.now() })
      },
      counts: () => ({
        'longest until it was well again': `${(most.silenceMs / 1_000).toFixed(1)} s`,
        'most connections': most.connections,
      }),
    })
    return { ...verdict, violations: [...violations, ...verdict.violations] }
  } finally {
    await environment.close()
    await receiver.close()
  }
}

/** The maximums over all silences. */
interface Peaks {
  connections: number
  silenceMs: number
}

/**
 * Silences connections, and waits until the service serves again, its loops do due work, and it has closed every silent
 * connection.
 */
async function silence(
  environment: ProxiedEnvironment,
  most: Peaks,
  timeoutMs: number,
  fall: () => Promise<unknown>,
  serve: () => Promise<void>,
): Promise<void> {
  const { client, proxy } = environment
  const from = performance.now()
  await within('something falls silent', fall())
  await serve()
  await waitUntilWell(client, { times: 1, pauseMs: 100, timeoutMs })
  most.silenceMs = Math.max(most.silenceMs, performance.now() - from)
  await checkLoops(environment, timeoutMs)
  const isLetGo = async (): Promise<boolean> => {
    // An idle silent connection is noticed when it is used: so all connections are used at once.
    await Promise.all(Array.from({ length: 32 }, () => client.call('GET', '/api/v2/payments?limit=20')))
    return proxy.frozen === 0
  }
  await retry('the service lets go of silent connections', isLetGo, { pauseMs: 100, timeoutMs })
  // The proxy notices the end of a connection a moment later. Its successor may be open by then.
  const isUsual = (): boolean => proxy.passing <= usualConnections
  await retry(`it has ${usualConnections} connections at most, beside the silent ones`, isUsual, { timeoutMs: 5_000 })
  most.connections = Math.max(most.connections, proxy.passing)
  // The database ends them by its own keep-alive.
  proxy.forget()
}
