import type { Currency } from '../../../platform/base/markets.ts'
import type { RuleVerdict } from '../../risk/judge.ts'
import type { PortFailure, PortVerdict } from '../../risk/port-verdict.ts'
import type { DecisionKind, StoryEvent, StoryTable } from '../event.ts'
import { clipped, counted, type EventText } from './words.ts'

/** The decisions before the page opened and as the customer paid, in English. */
export const decisionEnglish: Pick<StoryTable<Currency, EventText>, DecisionKind> = {
  decision_approved: (event) => {
    return {
      label: 'approved',
      text: `${momentOf(event)}by ${rulesOf(event)}${afterRules(event)}`,
      more: decisionLines(event),
    }
  },
  decision_referred: (event) => {
    return {
      label: 'referred',
      text: `to support, after ${rulesOf(event)}${afterRules(event)}`,
      more: decisionLines(event),
    }
  },
  decision_refused: (event) => {
    const { reason, rules, port } = event.decision
    const by = rules.filter(({ spoke }) => spoke).map(({ name, seen, limit }) => `${name}${sayFigures(seen, limit)}`)
    const text = `${momentOf(event)}${reason}${by.length === 0 ? '' : `, by ${by.join(' and ')}`}${port === undefined ? '' : `; ${sayPort(port)}`}`
    return { label: 'refused', text, more: decisionLines(event) }
  },
}

function momentOf({ decision }: StoryEvent<DecisionKind>): string {
  return decision.at === undefined ? '' : 'as the customer paid: '
}

function rulesOf({ decision }: StoryEvent<DecisionKind>): string {
  return counted(decision.rules.length, 'risk rule')
}

function afterRules({ decision: { port } }: StoryEvent<DecisionKind>): string {
  return port === undefined ? '' : `; ${sayPort(port)}`
}

const failures: Readonly<Record<PortFailure, string>> = {
  late: 'the scoring service was late',
  broken: 'the scoring service gave no answer',
  nonsense: 'the answer of the scoring service could not be read',
  skipped: 'the scoring service was not asked, after too many failures',
}

function sayPort({ answer, failure, fallback, limit, reasons, declined_by }: PortVerdict): string {
  if (failure !== null) return `${failures[failure]}: ${fallback} instead`
  const why = reasons.length === 0 ? '' : ` (${clipped(reasons.join(', '), 120)})`
  const bound = { limit: `, above its limit of ${limit}`, terms: ', none of its plans is offered' }
  const rejected = declined_by === 'limit' || declined_by === 'terms' ? bound[declined_by] : ''
  return `the scoring service answered ${answer}${why}${rejected}`
}

function decisionLines({ decision: { rules, port } }: StoryEvent<DecisionKind>): EventText['more'] {
  return [
    ...rules.map(({ name, seen, limit, spoke }) => {
      return { text: `${name}: ${spoke ? 'refused' : 'let pass'}${sayFigures(seen, limit)}` }
    }),
    ...(port === undefined ? [] : portLines(port)),
  ]
}

function portLines({ decision_id, duration_ms, limit, terms, reasons }: PortVerdict): EventText['more'] {
  return [
    { text: `decision ${decision_id} of the scoring service, ${duration_ms} ms` },
    ...(limit === null ? [] : [{ text: `its limit: ${limit}` }]),
    ...(terms === null ? [] : [{ text: `its plans: ${terms.join(', ')}` }]),
    ...reasons.map((reason) => ({ text: `its reason: ${reason}` })),
  ]
}

function sayFigures(value: RuleVerdict['seen'], limit: RuleVerdict['limit']): string {
  if (value === null) return ' (nothing seen)'
  return typeof value === 'boolean' ? '' : ` (${value} of ${limit})`
}
