import type { Command } from 'commander'
import { checkDecisions } from '../checkout/integrity/check-decisions.ts'
import { checkPlans } from '../collections/integrity/check-plans.ts'
import { checkCounts } from '../payments/counted-list/check-counts.ts'
import { recountAllPayments } from '../payments/counted-list/recount-payments.ts'
import { checkIntegrity, type Finding } from '../payments/integrity/check-integrity.ts'
import { jsonOption, type PrintOptions, printJson, printLine } from './print.ts'
import { withApp } from './with-app.ts'

interface DoctorOptions extends PrintOptions {
  readonly recount?: true
}

/** More wrong counts than this are not named: `--recount` mends them all. */
const maxWrongCounts = 20
const maxWrongDecisions = 20

/**
 * `qist doctor`: exits 0 when every payment agrees with its ledger and timeline, every plan with its charges and returns, every order with what was decided about it, and the counts of lists agree with the payments,
 * else names what does not and exits 1.
 */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'recompute every payment from ledger and timeline, and its plan by what was charged and returned; exits 1 and names each that does not agree',
    )
    .option('--recount', 'count anew how many payments of each kind there are, which lists add up, before looking')
    .option(...jsonOption)
    .action(examineAll)
}

async function examineAll(options: DoctorOptions): Promise<void> {
  const findings: Finding[] = []
  let examined = 0
  let plans = 0
  let decisions: string[] = []
  let counts: string[] = []
  await withApp(async (app) => {
    if (options.recount) await recountAllPayments(app)
    for await (const progress of checkIntegrity(app)) {
      examined += progress.checked
      findings.push(...progress.findings)
      if (process.stderr.isTTY) process.stderr.write(`\r${examined} payments examined`)
    }
    for await (const progress of checkPlans(app)) {
      plans += progress.checked
      findings.push(...progress.findings)
      if (process.stderr.isTTY) process.stderr.write(`\r${plans} plans examined`)
    }
    decisions = await checkDecisions(app, maxWrongDecisions)
    counts = await checkCounts(app, maxWrongCounts)
  })
  if (process.stderr.isTTY) process.stderr.write('\n')
  if (options.json) printJson({ examined, plans, findings, decisions, counts })
  else print({ examined, plans, findings, decisions, counts })
  process.exitCode = findings.length + decisions.length + counts.length === 0 ? 0 : 1
}

interface Examined {
  readonly examined: number
  readonly plans: number
  readonly findings: readonly Finding[]
  readonly decisions: readonly string[]
  readonly counts: readonly string[]
}

function print({ examined, plans, findings, decisions, counts }: Examined): void {
  for (const { merchantId, paymentId, problems } of findings) {
    printLine(`payment ${paymentId} of merchant ${merchantId}:`)
    for (const problem of problems) printLine(`  ${problem}`)
  }
  for (const wrong of [...decisions, ...counts]) printLine(wrong)
  if (counts.length > 0) printLine('The counts that lists add up are wrong: run the doctor with --recount')
  const wrong = new Set(findings.map(({ paymentId }) => paymentId)).size
  printLine(`${plans} plans examined`)
  printLine(`${examined} payments examined, ${wrong} do not agree`)
}
