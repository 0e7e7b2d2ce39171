import type { App } from '../../platform/app/app.ts'
import { newOrderedId } from '../../platform/base/ids.ts'
import { customer } from '../../platform/base/principal.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import { hour, type Instant, second } from '../../platform/base/times.ts'
import { version } from '../../platform/base/version.ts'
import { getActor } from '../../platform/merchants/merchants.ts'
import { isDelivering } from '../../platform/webhooks/delivery/deliveries.ts'
import { addFirstFault } from '../faults/faults.ts'
import { listEntries } from '../journal/entries.ts'
import { formatCursor, readJournal } from '../journal/journals.ts'
import { type Certificate, currentScenario, nextScenario, withScenario } from './certificate.ts'
import { endScenario } from './end-scenario.ts'
import type { ScenarioName } from './facts.ts'
import { judgeRun } from './judge-run.ts'
import { loadRunFacts } from './load-run-facts.ts'
import { forceRefusals, readOwnRules } from './merchant-rules.ts'
import { playAction } from './play-action.ts'
import { dueActs, isLate, isOver, observe, type Scenario, withPayment } from './rehearsal.ts'
import { forgedIn, isRefused, rulesOf } from './scenes.ts'

/** A scenario's fault rules end by themselves after this time, in case its process dies. */
const ruleLifeMs = hour
/** A process may cache for this time that a merchant has no risk rules. */
const cacheMs = 2.5 * second

/** A run that this process holds the lease of. */
export interface LeasedRun {
  readonly run: Certificate
  /** By the database's clock. */
  readonly now: Instant
  /** A stored request: `stop`, or the scenario to skip. */
  readonly request: string | null
}

/**
 * Performs one step of a run, and returns the run after it. Returns the same object if there was nothing to do.
 * Whatever a step changes outside of the run was saved by the step before, so another process can undo it. A step takes
 * seconds at most. Its outcome is read from the journal, so repeating a step is safe.
 */
export async function advanceCertificate(app: App, { run, now, request }: LeasedRun): Promise<Certificate> {
  if (request === 'stop') return finish(app, run)
  const scenario = currentScenario(run)
  if (scenario === undefined) {
    const name = nextScenario(run)
    return name === undefined ? finish(app, run) : begin(app, run, name, now)
  }
  if (scenario.phase === 'preparing') return prepare(app, run, scenario, now)
  const observed = await observeTraffic(app, run, scenario, now)
  if (observed === undefined) return finish(app, run)
  if (observed.phase === 'waiting' && request === observed.name) return end(app, withScenario(run, observed))
  const acted = await act(app, run, observed, now)
  // The scenario must not end before the act's consequences are observed.
  if (acted !== undefined) return withScenario(run, acted)
  if (!(await hasEnded(app, run, observed, now))) return observed === scenario ? run : withScenario(run, observed)
  // A shop that opens no session in one scenario is not expected to open one in the next.
  const isSilent = observed.phase === 'waiting'
  return isSilent ? finish(app, run) : end(app, withScenario(run, observed))
}

/** Ends the current scenario and judges the run as observed so far. */
async function end(app: App, run: Certificate): Promise<Certificate> {
  const ended = await endScenario(app, run)
  const rehearsal = { ...ended.rehearsal, version }
  return { ...ended, rehearsal, checks: judgeRun(await loadRunFacts(app, ended)) }
}

/** Ends the current scenario and the run. */
async function finish(app: App, run: Certificate): Promise<Certificate> {
  return { ...(await end(app, run)), status: 'finished', endedAt: app.clock.now() }
}

async function hasEnded(app: App, run: Certificate, scenario: Scenario, now: Instant): Promise<boolean> {
  const { pace } = run.rehearsal
  return isOver(scenario, pace, now, false) && isOver(scenario, pace, now, await isDelivering(app, run))
}

async function begin(app: App, run: Certificate, name: ScenarioName, now: Instant): Promise<Certificate> {
  const { rehearsal } = run
  const scenario: Scenario = {
    name,
    phase: 'preparing',
    startedAt: app.clock.now(),
    endedAt: null,
    from: 0,
    upTo: 0,
    since: now,
    lastTraffic: now,
    payments: [],
    faults: rulesOf(name, run.seed).map((rule) => ({ id: newOrderedId(), kind: rule.do.kind })),
    forgeries: forgedIn(name).map((as) => ({ id: newOrderedId(), as })),
    redirects: [],
  }
  const ownRules = isRefused(name) ? await readOwnRules(app, run) : null
  return {
    ...run,
    status: 'running',
    rehearsal: { ...rehearsal, ownRules, scenarios: [...rehearsal.scenarios, scenario] },
  }
}

async function prepare(app: App, run: Certificate, scenario: Scenario, now: Instant): Promise<Certificate> {
  const { name, faults } = scenario
  if (isRefused(name)) {
    if (now - run.rehearsal.watchedSince < cacheMs) return run
    await forceRefusals(app, run)
  }
  // Each rule is inserted before all others, so the last one comes first.
  for (const [index, rule] of [...rulesOf(name, run.seed).entries()].reverse()) {
    const id = faults[index]?.id
    if (id !== undefined) await addFirstFault(app, run, id, rule, ruleLifeMs)
  }
  const journal = await readToEnd(app, run)
  const place = { from: journal.lastNumber, upTo: journal.lastNumber }
  const times = { startedAt: app.clock.now(), since: now, lastTraffic: now }
  const { scenarios } = run.rehearsal
  // Entries between the end of a scenario and the start of the next one belong to the earlier scenario.
  const earlier = scenarios.slice(0, -1).map((one, index) => {
    return index === scenarios.length - 2 ? { ...one, upTo: journal.lastNumber } : one
  })
  const rehearsal = { ...run.rehearsal, journal: journal.name, scenarios: [...earlier, scenario] }
  return withScenario({ ...run, rehearsal }, { ...scenario, ...place, ...times, phase: 'waiting' })
}

/**
 * Most reads of a journal, 2,000 entries each: more than it keeps. Traffic that never pauses must not block the run.
 */
const maxReads = 50

// Numbers all earlier entries, so that no earlier payment counts as one of this scenario.
async function readToEnd(app: App, run: Certificate) {
  let journal = await readJournal(app, run)
  for (let reads = 1; reads < maxReads; reads += 1) {
    const next = await readJournal(app, run)
    if (next.lastNumber === journal.lastNumber) return next
    journal = next
  }
  return journal
}

/** Returns the scenario with the journal's new entries; undefined if the journal was reset. */
async function observeTraffic(
  app: App,
  run: Certificate,
  scenario: Scenario,
  now: Instant,
): Promise<Scenario | undefined> {
  const { merchantId, isTest, rehearsal } = run
  const since = formatCursor({ name: rehearsal.journal, number: scenario.upTo })
  try {
    const { rows } = await listEntries(app, { merchantId, isTest, since, paymentId: undefined })
    return observe(scenario, rows, now)
  } catch (error) {
    // The cursor is unknown after a reset.
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Plays the next act that is possible, and returns the scenario after it; undefined if there is none. */
async function act(app: App, run: Certificate, scenario: Scenario, now: Instant): Promise<Scenario | undefined> {
  const due = isLate(scenario, run.rehearsal.pace, now) ? [] : dueActs(scenario, run.seed)
  if (due.length === 0) return undefined
  const actor = { ...(await getActor(app, run.merchantId, customer)), isTest: run.isTest }
  for (const { payment, action } of due) {
    const { forgeries } = scenario
    const redirects = await playAction(app, { actor, paymentId: payment.id, forgeries }, action)
    if (redirects === undefined) continue
    const changed = withPayment(scenario, { ...payment, acts: payment.acts + 1 })
    return { ...changed, lastTraffic: now, redirects: [...scenario.redirects, ...redirects] }
  }
  return undefined
}
