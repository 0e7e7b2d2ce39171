import { getOwnMerchant } from '../../beside/sandbox-client.ts'
import { askSandbox } from '../ask-sandbox.ts'
import { fittingRows } from '../pieces.ts'
import { defineTool } from '../tool.ts'

/** Shows which key it is, and not the key. */
const masked = (key: string): string => `${/^sk_(?:test_)?/.exec(key)?.[0] ?? ''}…${key.slice(-4)}`

/** Tools for the sandbox as a whole. */
export const sandboxTools = [
  defineTool({
    name: 'sandbox',
    title: 'Describe the sandbox',
    description:
      'Answers which sandbox the tools work on: its address, whose key is used, the stores, and the clock. If this server has started the sandbox itself, it also answers the variables with the keys. A key of the environment is only named by its end.',
    effect: 'reads',
    input: {},
    async run(_input, context) {
      const { target, started } = await context.connection.get()
      const merchant = await getOwnMerchant(target, context.signal)
      return {
        url: target.url,
        docs: `${target.url}/docs`,
        ...(started === undefined ? { secret_key: masked(target.secretKey) } : { variables: started }),
        merchant: { ...merchant, stores: fittingRows(merchant.stores) },
        clock: await askSandbox(context, 'GET', '/sandbox/clock'),
      }
    },
  }),
  defineTool({
    name: 'reset_sandbox',
    title: 'Begin anew',
    description:
      "Removes the merchant's payments, disputes, webhooks, faults and journal in the mode of the key, and resets the clock. Keys and stores stay. The shop must register its webhooks again.",
    effect: 'removes',
    isIdempotent: true,
    input: {},
    run: (_input, context) => askSandbox(context, 'POST', '/sandbox/reset'),
  }),
  defineTool({
    name: 'deliver_notifications',
    title: 'Send the waiting notifications',
    description:
      'Attempts every waiting notification now, also those that wait for a retry. Answers how many attempts have ended.',
    effect: 'changes',
    input: {},
    run: (_input, context) => askSandbox(context, 'POST', '/sandbox/deliver'),
  }),
]
