import { type Command, Option } from 'commander'
import { reportHeader, reportLines } from '../../money/charges/processor-report.ts'
import type { Instant } from '../../platform/base/times.ts'
import { listMerchants } from '../../platform/merchants/merchants.ts'
import { refusals } from '../../platform/merchants/refusals.ts'
import { readId } from './keys.ts'
import { readTime } from './notifications.ts'
import { writeOut } from './output.ts'
import { withApp } from './with-app.ts'

interface ReportOptions {
  readonly from: Instant
  readonly to: Instant
  readonly merchant?: string
  readonly mode: 'test' | 'live'
}

/** `qist processor report`: prints the processor's movements from its own books, for `qist reconcile`. */
export function addProcessorCommands(program: Command): void {
  program
    .command('processor')
    .description('the card processor that is connected')
    .command('report')
    .description(
      'print what it moved, from its own books, as CSV (id,type,amount,currency,at): what `qist reconcile` compares with what is believed',
    )
    .requiredOption('--from <time>', 'what was moved from then on, ISO 8601', readTime)
    .requiredOption('--to <time>', 'what was moved before then, ISO 8601', readTime)
    .option('--merchant <id>', 'only what is of this merchant', readId)
    .addOption(new Option('--mode <mode>', 'of which keys').choices(['test', 'live']).default('live'))
    .action(printReport)
}

async function printReport({ from, to, merchant, mode }: ReportOptions, command: Command): Promise<void> {
  if (from >= to) command.error('error: --from must be before --to')
  await withApp(async (app) => {
    const merchants = (await listMerchants(app)).filter(({ id }) => merchant === undefined || id === merchant)
    if (merchants.length === 0 && merchant !== undefined) throw refusals.noSuchMerchant()
    await writeOut(reportHeader)
    for (const { id: merchantId } of merchants) {
      await writeOut(await reportLines(app, { merchantId, isTest: mode === 'test', from, to }))
    }
  })
}
