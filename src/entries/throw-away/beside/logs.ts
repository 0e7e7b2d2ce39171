import type { Command } from 'commander'
import { outputClosed, type PrintOptions, printJson, printLine } from '../../cli/output.ts'
import type { Target } from '../certify/service-client.ts'
import { followJournal } from './follow-journal.ts'
import { describeEntry, type JournalLine, listNewest, OrderNumbers } from './journal-lines.ts'
import { getOwnMerchant, runBeside, tell, untilEnd } from './sandbox-client.ts'

interface LogsOptions extends PrintOptions {
  readonly follow?: boolean
}

const newestCount = 50

const help = `
Prints the newest ${newestCount} entries of the journal of QIST_SECRET_KEY's merchant and mode at QIST_URL, oldest first: time (UTC),
kind, call or event, status, duration, order number, and the end of the payment's id. With --follow prints each
new entry as it comes, until Ctrl-C. The command itself makes no entries.`

/** `qist logs`. */
export function addLogsCommand(program: Command): void {
  program
    .command('logs')
    .description('print what happened in the sandbox of QIST_URL and QIST_SECRET_KEY: calls, notifications, changes')
    .option('--follow', 'go on with new entries until Ctrl-C')
    .option('--json', 'print each entry as one line of JSON, as the API answers it, with order_number')
    .addHelpText('after', help)
    .action((options: LogsOptions) => runBeside((target) => printJournal(target, options)))
}

async function printJournal(target: Target, { follow = false, json = false }: LogsOptions): Promise<void> {
  const signal = follow ? untilEnd() : outputClosed
  const numbers = new OrderNumbers(target)
  const print = async (entries: readonly JournalLine[]): Promise<void> => {
    for (const entry of entries) {
      const number = await numbers.find(entry)
      if (signal.aborted) return
      if (json) printJson({ ...entry, order_number: number ?? null })
      else printLine(describeEntry(entry, number))
    }
  }
  await getOwnMerchant(target)
  const { entries, cursor } = await listNewest(target, newestCount)
  await print(entries)
  if (!follow) return
  await followJournal(target, {
    ...{ since: cursor, signal, onEntries: print },
    onLost: (reason) => tell(`${reason}; trying again`),
    onFound: async (isNew) => tell(`${target.url} answers again${isNew ? ', with a new journal' : ''}`),
  })
}
