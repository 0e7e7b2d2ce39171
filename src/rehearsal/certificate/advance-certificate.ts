import { getRisk } from '../../money/risk/saved-settings.ts'
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

/** Rules of a scenario end by themselves where nobody is left to end it. */
const ruleLifeMs = hour
/** So long a process may believe that a merchant has no risk rules. */
const cacheMs = 2.5 * second

/** A run in the hands of who goes on with it. */
export interface LeasedRun {
  readonly run: Certificate
  /** By the database's clock. */
  readonly now: Instant
  /** What it was asked meanwhile. */
  readonly asked: string | null
}

/**
 * Goes on with a run by one step, and answers it as it is then: what a step is going to change outside of the run was saved by the one before, so
 * that another process can put it right. A step does one thing, which takes seconds at most, and what came of it is read from the journal: doing a
 * step twice does no harm. The same object: there was nothing to do.
 */
export async function advanceCertificate(app: App, { run, now, asked }: LeasedRun): Promise<Certificate> {
  if (asked === 'stop') return finish(app, run)
  const scenario = currentScenario(run)
  if (scenario === undefined) {
    const name = nextScenario(run)
    return name === undefined ? finish(app, run) : begin(app, run, name, now)
  }
  if (scenario.phase === 'preparing') return prepare(app, run, scenario, now)
  const seen = await look(app, run, scenario, now)
  if (seen === undefined) return finish(app, run)
  if (seen.phase === 'waiting' && asked === seen.name) return end(app, withScenario(run, seen))
  const acted = await act(app, run, seen, now)
  // What comes of it is looked at before the scenario may end.
  if (acted !== undefined) return withScenario(run, acted)
  if (!(await hasEnded(app, run, seen, now))) return seen === scenario ? run : withScenario(run, seen)
  // A shop that opens no session in one scenario opens none in the others.
  const isSilent = seen.phase === 'waiting'
  return isSilent ? finish(app, run) : end(app, withScenario(run, seen))
}

/** The run without the scenario that was being played, judged by what was seen so far. */
async function end(app: App, run: Certificate): Promise<Certificate> {
  const ended = await endScenario(app, run)
  const rehearsal = { ...ended.rehearsal, version }
  return { ...ended, rehearsal, checks: judgeRun(await loadRunFacts(app, ended)) }
}

/** The same, and no other scenario follows. */
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
  // Each comes before those that are there.
  for (const [index, rule] of [...rulesOf(name, run.seed).entries()].reverse()) {
    const id = faults[index]?.id
    if (id !== undefined) await addFirstFault(app, run, id, rule, ruleLifeMs)
  }
  const journal = await readToEnd(app, run)
  const place = { from: journal.lastNumber, upTo: journal.lastNumber }
  const times = { startedAt: app.clock.now(), since: now, lastTraffic: now }
  const { scenarios } = run.rehearsal
  // What came behind the end of a scenario, and before this one begins, still belongs to it.
  const earlier = scenarios.slice(0, -1).map((one, index) => {
    return index === scenarios.length - 2 ? { ...one, upTo: journal.lastNumber } : one
  })
  const rehearsal = { ...run.rehearsal, journal: journal.name, scenarios: [...earlier, scenario] }
  return withScenario({ ...run, rehearsal }, { ...scenario, ...place, ...times, phase: 'waiting' })
}

/** So often a journal is read, a few thousand entries at a time: it keeps no more, and traffic that never pauses is not waited for. */
const maxReads = 50

// What happened before has its number: no payment of another time is taken for one of this scenario.
async function readToEnd(app: App, run: Certificate) {
  let journal = await readJournal(app, run)
  for (let reads = 1; reads < maxReads; reads += 1) {
    const next = await readJournal(app, run)
    if (next.lastNumber === journal.lastNumber) return next
    journal = next
  }
  return journal
}

/** The scenario after what has happened; undefined where the journal was begun anew. */
async function look(app: App, run: Certificate, scenario: Scenario, now: Instant): Promise<Scenario | undefined> {
  const { merchantId, isTest, rehearsal } = run
  const since = formatCursor({ name: rehearsal.journal, number: scenario.upTo })
  try {
    const { rows } = await listEntries(app, { merchantId, isTest, since, paymentId: undefined })
    return observe(scenario, rows, now)
  } catch (error) {
    // A cursor that is unknown now.
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** The scenario after the next act that can be done; undefined where there is none. */
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
