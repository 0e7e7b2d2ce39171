import { formatMilliseconds } from '../../platform/base/times.ts'
import { scrub } from '../journal/stored-message.ts'
import { type Check, type CheckName, checkNames, checks, type Finding, guidePath, isApplicable } from './checks.ts'
import { maxExchanges } from './exchange.ts'
import type { RunFacts, ScenarioName } from './facts.ts'
import { movesNothingTwice } from './judge/duplicates.ts'
import { goesOnAfterLoss, sameReferenceAfterLoss, waitsForSlowAnswers } from './judge/lost-answers.ts'
import * as notices from './judge/notices.ts'
import { observeRun } from './judge/observed-run.ts'
import * as orders from './judge/orders.ts'
import { everyMovementHasReference, referenceStandsForOneIntention } from './judge/references.ts'
import * as repetitions from './judge/repetitions.ts'
import * as unpaid from './judge/unpaid.ts'
import { type Evidence, type Judge, type Limits, limits as usualLimits, type Verdict } from './judge/verdict.ts'
import { findMissing } from './not-exercised.ts'
import { showEvidence } from './show-evidence.ts'

const judges: Readonly<Record<CheckName, Judge>> = {
  M1: everyMovementHasReference,
  M2: sameReferenceAfterLoss,
  M3: goesOnAfterLoss,
  M4: referenceStandsForOneIntention,
  M5: repetitions.repeatsConflicts,
  W1: notices.hasWebhook,
  W2: notices.answersInTime,
  W3: movesNothingTwice,
  W4: unpaid.toleratesClosedFirst,
  W5: unpaid.capturesNothingForged,
  P1: orders.readsBeforeCapture,
  P2: unpaid.redirectTriggersNothing,
  P3: unpaid.rejectedIsNotPayable,
  P4: unpaid.capturesNothingEnded,
  P9: orders.getsCapturesAccepted,
  S2: orders.toleratesUnknownMembers,
  M6: repetitions.heedsRetryAfter,
  M7: repetitions.backsOff,
  M8: repetitions.stopsAfterRefusals,
  M9: waitsForSlowAnswers,
  W6: notices.refusesBadSignatures,
  W7: notices.recoversFromDrops,
  W8: notices.understandsBothCases,
  W9: notices.comesBackAfterCrash,
  P5: orders.abandonedUndoesNothing,
  P6: orders.settlesInTime,
  P7: orders.closesTheRest,
  P8: repetitions.leavesDisputedRefunds,
  S1: orders.keepsSecretKey,
  S3: orders.readsListsToTheEnd,
}

/** Limits of findings per check, and of ids per finding. */
const maxFindings = 10
const maxIds = 20

/**
 * Returns the result of every check, in order (docs/contract/integrators.md#certificate). A check that was not
 * exercised is never passed. The same facts always give the same results.
 */
export function judgeRun(facts: RunFacts, limits: Limits = usualLimits): Check[] {
  const run = observeRun(facts)
  return checkNames.map((name) => {
    const { core } = checks[name]
    if (!isApplicable(name, facts.profile)) return { check: name, core, result: 'not_exercised', findings: [] }
    const verdict = capAtReview(judges[name](run, limits), facts)
    const { result, evidence } = verdict
    const missing = result === 'not_exercised' ? (verdict.missing ?? findMissing(name, run)) : undefined
    const exchanges = { left: maxExchanges.ofCheck }
    const findings = evidence.slice(0, maxFindings).map((one) => findingOf(name, one, facts, exchanges))
    return { check: name, core, result, findings, ...(missing !== undefined && { missing }) }
  })
}

// A check cannot pass on a scenario of which a part was not examined.
function capAtReview(verdict: Verdict, { scenarios }: RunFacts): Verdict {
  const cut = scenarios.filter(({ isCut }) => isCut)
  if (verdict.result !== 'passed' || cut.length === 0) return verdict
  const sentence = 'More happened in this scenario than is looked at, and nothing is said of the rest.'
  return { result: 'review', evidence: cut.map((scenario) => ({ scenario, sentence, shownBy: [] })) }
}

function findingOf(
  name: CheckName,
  evidence: Evidence,
  { profile, seed }: RunFacts,
  allowed: { left: number },
): Finding {
  const { scenario, sentence, shownBy, webhookIds = [] } = evidence
  const idsOf = (kind: 'request' | 'delivery') =>
    shownBy.flatMap(({ entry }) => (entry.kind === kind && entry.requestId !== null ? [entry.requestId] : []))
  const [first] = shownBy
  const other = profile === 'webhooks' ? '' : ` --profile ${profile}`
  const shown = showEvidence(evidence, Math.min(allowed.left, maxExchanges.ofFinding))
  allowed.left -= shown.exchanges.length
  return {
    // The sentence may quote what the shop sent.
    sentence: scrub(sentence),
    scenario: scenario.name,
    ...shown,
    request_ids: distinct(idsOf('request')),
    webhook_ids: distinct([...webhookIds, ...idsOf('delivery')]),
    at: first === undefined ? null : formatMilliseconds(first.entry.at),
    advice: checks[name].advice,
    guide: guidePath(name),
    command: `npx qist certify${other} --scenario ${playedFor(name, scenario.name).join(' ')} --seed ${seed}`,
  }
}

/** Scenarios that must be played first for the check to be exercised. */
const prerequisites: Readonly<Partial<Record<CheckName, ScenarioName>>> = {
  ...{ W3: 'plain', W4: 'plain', W5: 'plain', P2: 'plain', P3: 'plain', P4: 'plain', P5: 'plain' },
  ...{ M9: 'lost-answer', W9: 'plain' },
}

function playedFor(check: CheckName, name: ScenarioName): ScenarioName[] {
  const other = prerequisites[check]
  return other === undefined || other === name ? [name] : [other, name]
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)].slice(0, maxIds)
}
