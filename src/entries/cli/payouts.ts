import { type Command, InvalidArgumentError, Option } from 'commander'
import { type BankPayout, noIban, type PayoutState } from '../../money/settlements/payout.ts'
import { readAnswer } from '../../money/settlements/payouts/bank-answer.ts'
import { type AllPayouts, listAllPayouts } from '../../money/settlements/payouts/bank-payouts.ts'
import { confirmPayouts } from '../../money/settlements/payouts/confirm-payouts.ts'
import { exportPayouts, PerhapsExported } from '../../money/settlements/payouts/export-payouts.ts'
import type { JudgedAnswer } from '../../money/settlements/payouts/judge-answer.ts'
import { formatAmount } from '../../platform/base/money.ts'
import type { Instant } from '../../platform/base/times.ts'
import { readDatabaseTimes } from '../../platform/db/read-database-times.ts'
import { refusals } from '../../platform/merchants/refusals.ts'
import { listStores } from '../../platform/merchants/stores/stores.ts'
import { openBankFile, readBankFile } from './bank-files.ts'
import { readId } from './keys.ts'
import { formatMoment, jsonOption, type PrintOptions, printJson, printLine, printRows } from './output.ts'
import { withApp } from './with-app.ts'

interface ListOptions extends PrintOptions {
  readonly merchant?: string
  readonly code?: string
  readonly mode?: 'test' | 'live'
  readonly state?: PayoutState
  readonly limit: number
}

interface ExportOptions {
  readonly out?: string
  readonly again?: boolean
}

interface ConfirmOptions extends PrintOptions {
  readonly reference?: string
  readonly date?: string
}

/** `qist payouts list|export|confirm` (docs/contract/money.md#payouts). */
export function addPayoutCommands(program: Command): void {
  const payouts = program.command('payouts').description('what merchants are paid: docs/payouts.md')
  payouts
    .command('list')
    .description('payouts of all merchants, newest first, and which stores are not paid and why')
    .option('--merchant <id>', 'only of this merchant', readId)
    .option('--code <code>', 'only of stores with this merchant code')
    .addOption(new Option('--mode <mode>', 'only of this mode').choices(['test', 'live']))
    .addOption(new Option('--state <state>', 'only in this state').choices(['pending', 'exported', 'paid']))
    .option('--limit <n>', 'at most this number of payouts', readLimit, 100)
    .option(...jsonOption)
    .action(printPayouts)
  payouts
    .command('export')
    .description('write what is to be paid as CSV for the bank; what was written is in no later file')
    .option('--out <file>', 'a new file; absent: standard output')
    .option('--again', 'also what was exported and is not confirmed, for a file that was lost or refused')
    .action(exportAll)
  payouts
    .command('confirm')
    .description("take the bank's answer back: all of it, or nothing where anything in it is wrong (exits 1)")
    .argument('[file]', 'CSV with a header that names reference and date, and perhaps amount; - is standard input')
    .option('--reference <reference>', 'one payout, without a file')
    .option('--date <date>', 'when it was paid, ISO 8601')
    .option(...jsonOption)
    .action(confirm)
}

async function printPayouts(options: ListOptions): Promise<void> {
  const { merchant: merchantId = null, code: merchantCode = null, mode, state = null, limit } = options
  const isTest = mode === undefined ? null : mode === 'test'
  const all = await withApp(async (app) => {
    if (merchantId !== null && (await listStores(app, merchantId)).length === 0) throw refusals.noSuchMerchant()
    return listAllPayouts(app, { merchantId, merchantCode, isTest, state, limit })
  })
  if (options.json) printJson(jsonOf(all))
  else printAll(all)
  if (all.hasMore) tell(`There are more payouts than these ${limit}: --limit shows more.`)
}

function printAll({ payouts, held }: AllPayouts): void {
  const rows = payouts.map((payout) => ({
    reference: payout.reference,
    amount: moneyOf(payout),
    state: payout.heldFor === null ? payout.state : `${payout.state}: ${payout.heldFor}`,
    made: formatMoment(payout.createdAt),
    exported: formatMoment(payout.exportedAt),
    paid: formatMoment(payout.paidAt),
    mode: payout.isTest ? 'test' : 'live',
    store: payout.merchantCode,
    merchant: payout.merchantId,
  }))
  printRows(rows, {})
  if (held.length === 0) return
  printLine('\nNot paid:')
  const stores = held.map((store) => ({
    why: store.heldFor,
    amount: moneyOf(store),
    of: store.heldFor === noIban ? count(store.count) : `${store.count} ${store.count === 1 ? 'day' : 'days'}`,
    mode: store.isTest ? 'test' : 'live',
    store: store.merchantCode,
    merchant: store.merchantId,
  }))
  printRows(stores, {})
}

function jsonOf({ payouts, held }: AllPayouts) {
  const moment = (at: Instant | null): string | null => (at === null ? null : formatMoment(at))
  return {
    payouts: payouts.map((payout) => ({
      id: payout.id,
      reference: payout.reference,
      merchant_id: payout.merchantId,
      merchant_code: payout.merchantCode,
      mode: payout.isTest ? 'test' : 'live',
      amount: formatAmount(payout.amountMinor, payout.currency),
      currency: payout.currency,
      state: payout.state,
      held: payout.heldFor,
      created_at: moment(payout.createdAt),
      exported_at: moment(payout.exportedAt),
      paid_at: moment(payout.paidAt),
      beneficiary: payout.exportedAt === null ? null : payout.beneficiary,
    })),
    held: held.map((store) => ({
      merchant_id: store.merchantId,
      merchant_code: store.merchantCode,
      mode: store.isTest ? 'test' : 'live',
      why: store.heldFor,
      amount: formatAmount(store.amountMinor, store.currency),
      currency: store.currency,
      [store.heldFor === noIban ? 'payouts' : 'days']: store.count,
    })),
  }
}

async function exportAll({ out, again: isAgain = false }: ExportOptions): Promise<void> {
  const file = await openBankFile(out)
  const { exported, held, unconfirmed } = await withApp(async (app) => {
    const { startedAt: requestedAt, now } = await readDatabaseTimes(app.db)
    // The time is taken once, at the command's start: two concurrent exports then share no payout.
    return exportPayouts({ ...app, clock: { ...app.clock, now } }, { isAgain, requestedAt }, file.write)
  }).catch(async (error) => {
    await file.discard()
    if (!(error instanceof PerhapsExported)) throw error
    tell(`${error.message}: once the database answers, qist payouts export --again has them.`)
    throw error.cause
  })
  tell(exported.length === 0 ? 'There is nothing to export.' : `${count(exported.length)} exported.`)
  for (const payout of held) {
    const { reference, merchantCode, merchantId } = payout
    tell(`held: ${noIban}: ${reference}, ${moneyOf(payout)}, for ${merchantCode} of merchant ${merchantId}`)
  }
  if (unconfirmed === 0) return
  tell(
    `${count(unconfirmed)} exported earlier and not confirmed: not in this file${isAgain ? '' : ', --again adds them'}.`,
  )
}

async function confirm(file: string | undefined, options: ConfirmOptions, command: Command): Promise<void> {
  const { reference, date } = options
  if ((file === undefined) === (reference === undefined) || (reference === undefined) !== (date === undefined)) {
    command.error("error: name the bank's file, or --reference and --date")
  }
  const one = { line: null, reference: (reference ?? '').toUpperCase(), date: date ?? '', amount: null }
  const answer = file === undefined ? { lines: [one], problems: [] } : readAnswer(await readBankFile(file))
  const judged = await withApp((app) => confirmPayouts(app, answer))
  if (options.json) printJson(answerJson(judged))
  else printJudged(judged)
  if (judged.problems.length > 0) process.exitCode = 1
}

function printJudged({ confirmed, paidBefore, problems }: JudgedAnswer): void {
  for (const { line, reference, problem } of problems) {
    tell([line === null ? '' : `line ${line}`, reference, problem].filter((part) => part !== '').join(': '))
  }
  if (problems.length > 0) tell('Nothing was confirmed.')
  else {
    for (const { reference } of paidBefore) printLine(`${reference} was confirmed before.`)
    printLine(`${count(confirmed.length)} confirmed.`)
  }
}

function answerJson({ confirmed, paidBefore, problems }: JudgedAnswer) {
  return {
    confirmed: confirmed.map(({ payout }) => payout.reference),
    confirmed_before: paidBefore.map(({ reference }) => reference),
    problems,
  }
}

const count = (payouts: number): string => (payouts === 1 ? '1 payout' : `${payouts} payouts`)

function moneyOf({ amountMinor, currency }: Pick<BankPayout, 'amountMinor' | 'currency'>): string {
  return `${formatAmount(amountMinor, currency)} ${currency}`
}

/** Prints a note on standard error, because standard output may be a file. */
function tell(text: string): void {
  process.stderr.write(`${text}\n`)
}

function readLimit(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('A whole number, 1 to 999999.')
  return Number(text)
}
