import type { Finding } from '../../../platform/base/finding.ts'
import { printLine } from '../output.ts'
import { type CheckResult, type CheckResults, searchTerms } from './checks.ts'

/** Most sentences that are printed. `--json` has all. */
const maxSentences = 1_000

/** The result of a doctor's run. */
export interface Examination extends CheckResults {
  /** Sentences about wrong risk decisions, and about wrong counts. */
  readonly decisions: readonly string[]
  readonly counts: readonly string[]
  /** Expected seals that no chain has, in hexadecimal digits. */
  readonly missingHeads: readonly string[]
}

/** Returns the number of things that do not agree. A thing that several checks report counts once. */
export function countWrong({ results, decisions, counts, missingHeads }: Examination): number {
  return wrongThings(results).size + decisions.length + counts.length + missingHeads.length
}

function wrongThings(results: readonly CheckResult[]): ReadonlySet<string> {
  return new Set(
    results.flatMap(({ findings }) => findings.map(({ kind, merchantId, id }) => `${kind} ${merchantId} ${id}`)),
  )
}

/** Returns the examination as JSON; `findings` are those of all checks. */
export function examinationJson(examination: Examination): object {
  const { results, decisions, counts, heads, missingHeads } = examination
  const examinedOf = (check: string): number => results.find(({ name }) => name === check)?.examined ?? 0
  return {
    examined: examinedOf('payments'),
    plans: examinedOf('plans'),
    findings: results.flatMap(({ findings }) => findings),
    decisions,
    counts,
    checks: results.map((result) => ({
      name: result.name,
      examined: result.examined,
      wrong: wrongThings([result]).size,
    })),
    heads: heads.map(({ merchantId, number, hash }) => {
      return { merchant_id: merchantId, number: Number(number), hash: hash.toString('hex') }
    }),
    missing_heads: missingHeads,
    wrong: countWrong(examination),
  }
}

/** Prints a sentence per problem, a line per check, and the overall result. */
export function printExamination(examination: Examination): void {
  const { results, decisions, counts, missingHeads } = examination
  const sentences = results.flatMap(({ findings }) => findings.flatMap(sentencesOf))
  for (const sentence of sentences.slice(0, maxSentences)) printLine(sentence)
  if (sentences.length > maxSentences) printLine(`… and ${sentences.length - maxSentences} more: --json tells all`)
  for (const wrong of [...decisions, ...counts]) printLine(wrong)
  for (const hash of missingHeads) printLine(`No chain has the seal ${hash}: its end was cut off`)
  if (counts.length > 0) printLine('Counts and figures that are kept are wrong: run the doctor with --recount')
  if (results.some(({ name, findings }) => name === searchTerms && findings.length > 0)) {
    printLine('What payments are found by is wrong: run the doctor with --reindex')
  }
  for (const result of results) {
    printLine(`${result.examined} ${result.name} examined, ${wrongThings([result]).size} do not agree`)
  }
  const wrong = countWrong(examination)
  printLine(wrong === 0 ? 'Everything agrees.' : `${wrong} ${wrong === 1 ? 'thing does' : 'things do'} not agree.`)
}

/** Returns one sentence per problem, each with the thing and its merchant. */
export function sentencesOf({ kind, id, merchantId, problems }: Finding): string[] {
  const thing = id === merchantId ? `The ${kind}` : `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)} ${id}`
  return problems.map((problem) => `${thing} of merchant ${merchantId}: ${problem}`)
}
