import { Argument, type Command } from 'commander'
import { jsonOption, type PrintOptions, printJson, printLine } from '../../cli/output.ts'
import type { Target } from '../certify/service-client.ts'
import { type OrderState, orderStateNames, orderStates } from './order-states.ts'
import { playOrder } from './play-order.ts'
import { getOwnMerchant, runBeside } from './sandbox-client.ts'

interface TriggerOptions extends PrintOptions {
  readonly merchantCode?: string
}

const help = `
States:
${orderStateNames.map((name) => `  ${name.padEnd(11)} ${orderStates[name]}`).join('\n')}

The order has made-up data and 340.00 of the store's currency (34.000 dinars). The calls are those of a shop and of a
customer, so your webhooks are notified. Disputes have no test mode: disputed uses QIST_LIVE_SECRET_KEY where
QIST_SECRET_KEY is a test key.`

/** `qist trigger`. */
export function addTriggerCommand(program: Command): void {
  program
    .command('trigger')
    .description('make a test order in the sandbox of QIST_URL and QIST_SECRET_KEY, and play it to a state')
    .addArgument(new Argument('<state>', 'the state').choices(orderStateNames))
    .option('--merchant-code <code>', 'the store; the first one unless told')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action((state: OrderState, options: TriggerOptions) => runBeside((target) => playTo(target, state, options)))
}

async function playTo(target: Target, state: OrderState, { merchantCode, json }: TriggerOptions): Promise<void> {
  const liveKey = process.env['QIST_LIVE_SECRET_KEY'] ?? ''
  const played = await playOrder({ target, merchant: await getOwnMerchant(target), liveKey, state, merchantCode })
  if (json) printJson(played)
  else printLine(`${state}: payment ${played.payment_id}, order ${played.order_number}`)
}
