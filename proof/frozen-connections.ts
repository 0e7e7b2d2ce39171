import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../testkit/random.ts'
import { openReceiver } from '../testkit/receiver.ts'
import { insist, neverMs, within } from '../testkit/timeouts.ts'
import type { Context, Verdict } from './context.ts'
import { type FreezingProxy, openFreezingProxy } from './freezing-proxy.ts'
import { succeed } from './shop.ts'
import { examineLoops, waitUntilServing } from './silence-over.ts'
import { openStand } from './test-environment.ts'
import { disturbUnderLoad } from './under-load.ts'

/** What falls silent, in the order in which it takes turns. */
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
/** What the loops ask first in each round. */
const loopStatements = ['list_due_payments', 'claim_due_deliveries', 'list_due_charges', 'list_due_disputes'] as const

/** What a service holds at its database at most. */
const usualConnections = 16
const selfTestMs = 45_000

/** P19: connections to the database fall silent without a reset under load; everything goes on by itself. */
export async function run(context: Context): Promise<Verdict> {
  const patienceMs = context.breakage === undefined ? neverMs : selfTestMs
  const receiver = await openReceiver()
  receiver.answer = (_, response) => {
    receiver.received.length = 0
    response.end('ok')
  }
  let proxy: FreezingProxy | undefined
  const stand = await openStand(context, 'p19', {
    env: { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiver.port}`, WEBHOOK_RETRY_SECONDS: '1,1,1,1' },
    route: async (databaseUrl) => {
      proxy = await openFreezingProxy(databaseUrl)
      return proxy.url
    },
  })
  if (proxy === undefined) throw new Error('the service has taken another way')
  const way = proxy
  const violations: string[] = []
  let mostSessions = 0
  let longestMs = 0
  const silence = async (fall: () => Promise<unknown>, serve: () => Promise<void>): Promise<void> => {
    const from = performance.now()
    await within('something falls silent', fall())
    await serve()
    await waitUntilServing(stand, patienceMs)
    longestMs = Math.max(longestMs, performance.now() - from)
    await examineLoops(stand, patienceMs)
    const isLetGo = async (): Promise<true | undefined> => {
      // What lies idle is found to be silent when it is needed: when everybody wants a connection at once.
      await Promise.all(Array.from({ length: 32 }, () => stand.client.call('GET', '/api/v2/payments?limit=20')))
      return way.frozen === 0 || undefined
    }
    await insist('the service lets go of silent connections', isLetGo, () => 100, patienceMs)
    mostSessions = Math.max(mostSessions, way.passing)
    if (way.passing > usualConnections) throw new Error(`${way.passing} connections are open, beside the silent ones`)
    // The database loses sight of them by its own keep-alive.
    way.forget()
  }
  try {
    succeed(await stand.client.call('POST', '/api/v1/webhooks', { url: 'https://shop.test/hook' }))
    const verdict = await disturbUnderLoad(context, {
      name: 'p19',
      times: context.size(2, 8 * silences.length),
      unit: 'silences',
      targets: [stand.client],
      async disturb({ load, random, injected }, number) {
        const chosen = silences[(number - 1) % silences.length]
        // What has not come back once would take its time again and again.
        if (chosen === undefined || violations.length > 0) return
        await wait(random.between(0, 400))
        const from = performance.now()
        await silence(
          () => chosen.fall(way, random),
          () => load.served(100, patienceMs),
        ).catch(async (error: Error) => {
          violations.push(`after ${chosen.name} fell silent: ${error.message}`)
          stand.service.kill('SIGKILL')
          await stand.service.waitForEnd()
          await stand.service.restart()
        })
        injected.push({ from, to: performance.now() })
      },
      withRecords: (work) => work(stand.records),
      counts: () => ({
        'longest until it was well again': `${(longestMs / 1_000).toFixed(1)} s`,
        'most connections': mostSessions,
      }),
    })
    return { ...verdict, violations: [...violations, ...verdict.violations] }
  } finally {
    await way.close()
    await stand.close()
    await receiver.close()
  }
}
