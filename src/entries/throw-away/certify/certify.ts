import { closeSync, existsSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { drawBadgeOf, requiredChecks } from '../../../rehearsal/certificate/badge.ts'
import { coreScenarios, maxSeed, profiles, scenarioNames } from '../../../rehearsal/certificate/facts.ts'
import { scrub } from '../../../rehearsal/journal/stored-message.ts'
import { jsonOption, type PrintOptions, printJson } from '../../cli/output.ts'
import { isExplained } from '../../cli/problems.ts'
import { stopMs } from '../../processes/limits.ts'
import { openThrowAway } from '../open-throw-away.ts'
import { watchEnding } from '../watch-ending.ts'
import { describeRun } from './describe-run.ts'
import { junitReport } from './junit.ts'
import type { CertifyArguments } from './repeat-command.ts'
import { reportOf } from './report/report.ts'
import { type ReportFiles, reportFiles } from './report/report-files.ts'
import { reportPage } from './report/report-page.ts'
import { type CertifyOptions, runScenarios } from './run-scenarios.ts'
import { CannotRun, type CertificateAnswer, type Target, targetOf } from './service-client.ts'

interface Options extends CertifyOptions, PrintOptions {
  readonly junit?: string
  readonly report?: string
  readonly badge?: string
}

/** Exit code if the run could not be made. */
const couldNotRun = 2

/** `qist certify` (docs/contract/integrators.md#certificate). */
export function addCertifyCommand(program: Command): void {
  program
    .command('certify')
    .description(
      'rehearse with your shop against the sandbox of QIST_URL, QIST_SECRET_KEY and QIST_PUBLIC_KEY, else against a throw-away one, and say what it does wrong',
    )
    .addOption(
      new Option('--profile <profile>', 'how your shop learns that it is paid').choices(profiles).default('webhooks'),
    )
    .addOption(new Option('--scenario <names...>', 'only these').choices(scenarioNames))
    .option('--seed <n>', 'plays the same again', readSeed)
    .option('--merchant-code <code>', 'the store at which the order command orders; the first one unless told')
    .option('--order-command <command>', 'run by the shell once a scenario: has your shop open a checkout session')
    .option(
      '--restart-command <command>',
      'run by the shell once, in the scenario crash: ends your shop at once, and starts it again in the background',
    )
    .option(
      '--idle <duration>',
      'when nothing happens for so long a scenario ends: PT10S unless told, PT1M at most. Less than twice the longest pause of your shop is too short: tries that come later are not seen',
    )
    .option('--junit <file>', 'write the checks as JUnit')
    .option('--report <file>', 'write everything, with the requests of each finding, as FILE.html and FILE.json')
    .option('--badge <file>', 'write the badge as SVG')
    .option(...jsonOption)
    .addHelpText('after', help)
    .exitOverride(({ exitCode, code, message }) => {
      throw new CommanderError(exitCode === 0 ? 0 : couldNotRun, code, message)
    })
    .action(certify)
}

const help = `
All scenarios take 5 to 8 minutes. Those of the core checks take 2 to 4:
  npx qist certify --order-command '…' --scenario ${coreScenarios.join(' ')}

Exit code: 0 if all core checks passed, 1 if not, also where some were not exercised, 2 if it could not run.`

function readSeed(text: string): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) > maxSeed) {
    throw new InvalidArgumentError(`A whole number from 0 to ${maxSeed}.`)
  }
  return Number(text)
}

async function certify(options: Options): Promise<never> {
  const ending = new AbortController()
  watchEnding(() => {
    // A second signal, or a slow end, exits at once; the guard cleans up.
    if (ending.signal.aborted) process.exit(couldNotRun)
    ending.abort()
    setTimeout(() => process.exit(couldNotRun), stopMs).unref()
  })
  const { junit, badge } = options
  const report = options.report === undefined ? undefined : reportFiles(options.report)
  const made: string[] = []
  try {
    for (const file of [junit, badge, report?.html, report?.json])
      if (file !== undefined && makeWritable(file)) made.push(file)
    const answer = await runOnce(options, ending.signal)
    if (answer.certificate.status !== 'finished') throw new CannotRun('the run was ended')
    for (const line of describeRun(answer, options)) tell(line)
    if (options.json) printJson(answer)
    const isWhole = hasPassed(answer)
    const given = withoutKeys(options)
    if (junit !== undefined) writeFileSync(junit, junitReport(answer, given))
    if (report !== undefined) writeReport(report, answer, given)
    if (badge !== undefined) writeFileSync(badge, drawBadgeOf(answer.certificate.badge, isWhole))
    return await exit(isWhole ? 0 : 1)
  } catch (error) {
    for (const file of made) if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file)
    tell(isForOperator(error) ? `qist: ${error.message}` : String((error instanceof Error && error.stack) || error))
    return await exit(couldNotRun)
  }
}

// Files outlive the run, and are shown to others.
function withoutKeys(options: Options): CertifyArguments {
  const { orderCommand, restartCommand } = options
  return {
    ...options,
    ...(orderCommand !== undefined && { orderCommand: scrub(orderCommand) }),
    ...(restartCommand !== undefined && { restartCommand: scrub(restartCommand) }),
  }
}

function writeReport(files: ReportFiles, { certificate }: CertificateAnswer, given: CertifyArguments): void {
  const report = reportOf(certificate, given)
  writeFileSync(files.html, reportPage(report, given, targetOf(process.env)?.url))
  writeFileSync(files.json, `${JSON.stringify(report, null, 2)}\n`)
  tell(`report ${files.html}, ${files.json}`)
}

// Fails now rather than after minutes. Returns whether the file is new.
function makeWritable(file: string): boolean {
  const isNew = !existsSync(file)
  closeSync(openSync(file, 'a'))
  return isNew
}

async function runOnce(options: Options, signal: AbortSignal): Promise<CertificateAnswer> {
  const given = targetOf(process.env)
  if (given !== undefined) {
    const answer = await runScenarios(given, options, tell, signal)
    const address = `${given.url}/sandbox/certificate/${answer.certificate.id}`
    tell(`certificate ${address}, badge ${address}/badge.svg`)
    return answer
  }
  const sandbox = await openThrowAway({ port: 0, env: process.env })
  try {
    const { secret, public: key } = sandbox.merchant.keys.test
    const target: Target = { url: sandbox.url, secretKey: secret, publicKey: key }
    tell(`QIST_URL=${target.url} QIST_SECRET_KEY=${secret} QIST_PUBLIC_KEY=${key}`)
    const answer = await runScenarios(target, options, tell, signal)
    tell(`certificate ${answer.certificate.id}, gone with its sandbox: --report keeps what it says`)
    return answer
  } finally {
    await sandbox.close()
  }
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

function hasPassed({ certificate }: CertificateAnswer): boolean {
  const held = requiredChecks(certificate)
  return held.length > 0 && held.every(({ result }) => result === 'passed')
}

/** Returns whether the error's message is meant for the operator. Any other error is a bug. */
function isForOperator(error: unknown): error is Error {
  return isExplained(error) || error instanceof CannotRun || (error instanceof Error && 'syscall' in error)
}

// Waits until the output is written, also through a pipe.
async function exit(code: number): Promise<never> {
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))))
  return process.exit(code)
}
