import type { App } from '../../platform/app/app.ts'
import { listStores } from '../../platform/merchants/stores/stores.ts'
import { listMerchantWebhooks } from '../../platform/webhooks/endpoints/webhooks.ts'
import { listSigningSecrets } from '../../platform/webhooks/secrets/signing-secrets.ts'
import { listMessages } from '../journal/entries.ts'
import type { Certificate } from './certificate.ts'
import type { EntryFacts, ForgedFacts, RunFacts, ScenarioFacts, WebhookFacts } from './facts.ts'
import type { Scenario } from './rehearsal.ts'

/** Limits: entries read per scenario, and per query. */
const maxEntries = 5_000
const pageLength = 100
/** Longest text of all messages of a run, in characters. */
const maxTextLength = 32_000_000

/** Returns the facts of a run's ended scenarios, with their journal entries. */
export async function loadRunFacts(app: App, run: Certificate): Promise<RunFacts> {
  const { merchantId, profile, seed, rehearsal } = run
  const stores = await listStores(app, merchantId)
  const text = { left: maxTextLength }
  const scenarios: ScenarioFacts[] = []
  for (const scenario of rehearsal.scenarios) {
    if (scenario.phase === 'finished') scenarios.push(await scenarioFacts(app, run, scenario, text))
  }
  return {
    profile,
    seed,
    scenarios,
    webhooks: await webhookFacts(app, run),
    stores: stores.map(({ id, merchantCode }) => ({ id, merchantCode })),
  }
}

async function scenarioFacts(
  app: App,
  run: Certificate,
  scenario: Scenario,
  text: { left: number },
): Promise<ScenarioFacts> {
  const { name, startedAt, endedAt, from, payments, redirects, faults } = scenario
  const end = Math.min(scenario.upTo, from + maxEntries)
  const entries: EntryFacts[] = []
  for (let after = from; after < end; after += pageLength) {
    const page = await listMessages(app, run, after, Math.min(end, after + pageLength))
    // Drops surplus messages page by page, to limit memory.
    for (const entry of page) entries.push(fitted(entry, text))
  }
  return {
    name,
    startedAt,
    endedAt: endedAt ?? app.clock.now(),
    payments: payments.map(({ id, statusAtCreation, ending, isPaid }) => ({ id, statusAtCreation, ending, isPaid })),
    entries,
    isCut: end < scenario.upTo || text.left < 0,
    forged: forgedFacts(scenario, entries),
    redirects,
    faults,
  }
}

function fitted(entry: EntryFacts, text: { left: number }): EntryFacts {
  text.left -= (entry.request?.body?.length ?? 0) + (entry.answer?.body?.length ?? 0)
  return text.left < 0 ? { ...entry, request: null, answer: null } : entry
}

function forgedFacts({ forgeries }: Scenario, entries: readonly EntryFacts[]): ForgedFacts[] {
  const ways = new Map(forgeries.map(({ id, as }) => [id, as]))
  return entries.flatMap(({ faultId, requestId, paymentId, at, status }) => {
    const as = ways.get(faultId ?? '')
    return as === undefined || requestId === null || paymentId === null
      ? []
      : [{ webhookId: requestId, paymentId, as, at, status }]
  })
}

async function webhookFacts(app: App, { merchantId, isTest }: Certificate): Promise<WebhookFacts[]> {
  const webhooks = await listMerchantWebhooks(app, merchantId)
  const own = webhooks.filter((webhook) => webhook.family === 'payment' && webhook.isTest === isTest)
  const stores = await listStores(app, merchantId)
  const storeIds = stores.map(({ id }) => id)
  const signing = await Promise.all(storeIds.map((storeId) => listSigningSecrets(app, { merchantId, storeId })))
  const signed = new Set(storeIds.filter((_, index) => (signing[index]?.length ?? 0) > 0))
  return own.map(({ storeId, disabledAt }) => ({
    storeId,
    isEnabled: disabledAt === null,
    isSigned: storeId === null ? signed.size > 0 : signed.has(storeId),
  }))
}
