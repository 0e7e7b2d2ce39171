import type { Command } from 'commander'
import { examinePayments, type Finding } from '../payments/examine-payments.ts'
import { jsonOption, type PrintOptions, printJson, printLine } from './print.ts'
import { withApp } from './with-app.ts'

/** `qist doctor`: exits 0 when every payment agrees with its ledger and timeline, else names those that do not and exits 1. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('recompute every payment from ledger and timeline; exits 1 and names each that does not agree')
    .option(...jsonOption)
    .action(examineAll)
}

async function examineAll(options: PrintOptions): Promise<void> {
  const findings: Finding[] = []
  let examined = 0
  await withApp(async (app) => {
    for await (const progress of examinePayments(app)) {
      examined += progress.examined
      findings.push(...progress.findings)
      if (process.stderr.isTTY) process.stderr.write(`\r${examined} payments examined`)
    }
  })
  if (process.stderr.isTTY) process.stderr.write('\n')
  if (options.json) printJson({ examined, findings })
  else print(examined, findings)
  process.exitCode = findings.length === 0 ? 0 : 1
}

function print(examined: number, findings: readonly Finding[]): void {
  for (const { merchantId, paymentId, problems } of findings) {
    printLine(`payment ${paymentId} of merchant ${merchantId}:`)
    for (const problem of problems) printLine(`  ${problem}`)
  }
  printLine(`${examined} payments examined, ${findings.length} do not agree`)
}
