import type { Command } from 'commander'
import { readId } from '../keys.ts'
import { jsonOption, type PrintOptions, printJson, printLine } from '../print.ts'
import { withApp } from '../with-app.ts'
import { type Story, tellStory } from './story.ts'

/** `qist explain PAYMENT`: the whole story of a payment, for people or as JSON; exits 1 where there is none. */
export function addExplainCommand(program: Command): void {
  program
    .command('explain')
    .description('tell the whole story of a payment: changes, ledger, charges, returns, messages, notifications, plan')
    .argument('<payment>', "the payment's id", readId)
    .option(...jsonOption)
    .action(async (id: string, options: PrintOptions) => {
      const story = await withApp((app) => tellStory(app, id))
      if (story === undefined) {
        process.stderr.write(`qist: no such payment: ${id}\n`)
        process.exitCode = 1
      } else if (options.json) printJson(story)
      else print(story)
    })
}

function print({ paymentId, merchantId, isTest, events, plan }: Story): void {
  printLine(`payment ${paymentId} of merchant ${merchantId} (${isTest ? 'test' : 'live'})`)
  for (const { at, text } of events) printLine(`${at}  ${text}`)
  if (plan === null) printLine('no plan: it was never authorized')
  else printPlan(plan as unknown as PrintedPlan)
}

interface PrintedPlan {
  readonly status: string
  readonly currency: string
  readonly total: string
  readonly paid: string
  readonly owed: string
  readonly returned: string
  readonly next_attempt_at: string | null
  readonly installments: readonly { number: number; due_date: string; amount: string; paid: string; status: string }[]
}

function printPlan(plan: PrintedPlan): void {
  const { status, currency, total, paid, owed, returned, next_attempt_at: next } = plan
  printLine(`plan: ${status}; total ${total}, paid ${paid}, owed ${owed}, returned ${returned} ${currency}`)
  for (const { number, due_date, amount, paid: covered, status: state } of plan.installments) {
    printLine(`  ${number}  ${due_date}  ${amount} ${currency}  paid ${covered}  ${state}`)
  }
  printLine(next === null ? '  nothing is charged by itself' : `  the next charge by itself: ${next}`)
}
