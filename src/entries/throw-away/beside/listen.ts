import type { Command } from 'commander'
import { printJson, printLine } from '../../cli/output.ts'
import { CannotRun, callSandbox, type Target } from '../certify/service-client.ts'
import { followJournal } from './follow-journal.ts'
import { describeEntry, type JournalLine, listNewest, OrderNumbers } from './journal-lines.ts'
import { getOwnMerchant, runBeside, tell, untilEnd } from './sandbox-client.ts'

interface ListenOptions {
  readonly forwardTo: string
  readonly json?: boolean
}

const help = `
Registers the address as a webhook for all stores of QIST_SECRET_KEY's merchant at QIST_URL, in the mode of the key, and
removes it at the end. The sandbox itself sends the notifications, so the address is one that the sandbox reaches:
localhost is the machine on which the sandbox runs, and a sandbox in a container reaches your machine as
host.docker.internal. The lines come from the sandbox's journal: time (UTC), event, status of the answer, duration, order
number, and the end of the payment's id. A notification that failed is sent again as always, after 1, 2, 3 and
4 minutes. After a restart of the sandbox the command goes on. Disputes have webhooks of their own.

Exit code: 0 after Ctrl-C, 1 if the sandbox cannot be used.`

/** `qist listen`. */
export function addListenCommand(program: Command): void {
  program
    .command('listen')
    .description(
      'have the sandbox of QIST_URL and QIST_SECRET_KEY notify your shop until Ctrl-C, with a line per delivery',
    )
    .requiredOption('--forward-to <address>', "your shop's webhook: localhost:3000/hook")
    .option('--json', 'print each delivery as one line of JSON, as the journal answers it, with order_number')
    .addHelpText('after', help)
    .action((options: ListenOptions) => runBeside((target) => forward(target, options)))
}

async function forward(target: Target, { forwardTo, json = false }: ListenOptions): Promise<void> {
  const signal = untilEnd()
  const url = readAddress(forwardTo)
  const { is_test: isTest } = await getOwnMerchant(target, signal)
  const { cursor } = await listNewest(target, 1, signal)
  const numbers = new OrderNumbers(target)
  const onEntries = async (entries: readonly JournalLine[]): Promise<void> => {
    for (const entry of entries.filter(({ kind, path }) => kind === 'delivery' && isSame(path ?? '', url))) {
      const number = await numbers.find(entry)
      if (json) printJson({ ...entry, order_number: number ?? null })
      else printLine(describeEntry(entry, number))
    }
  }
  let own = await register(target, url)
  if (own === undefined) tell(`${url} is a webhook already, and stays one`)
  try {
    tell(`Ready: payment notifications of ${isTest ? 'test' : 'live'} mode go to ${url}. Ctrl-C ends it`)
    await followJournal(target, {
      ...{ since: cursor, signal, onEntries },
      onLost: (reason) => tell(`${reason}; trying again`),
      async onFound() {
        // A reset removes webhooks.
        own = (await register(target, url)) ?? own
        tell(`${target.url} answers again`)
      },
    })
  } finally {
    if (own !== undefined) await remove(target, own, url)
  }
}

/** Returns the address as a URL; http where it names no scheme. Throws CannotRun for a text that is no address. */
function readAddress(text: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (!URL.canParse(url)) throw new CannotRun(`--forward-to ${text}: no address, such as localhost:3000/hook`)
  return url
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((url) => new URL(url).href.replace(/\/+$/, ''))
  return a === b
}

const path = '/api/v1/webhooks'

/** Registers the webhook and returns its id. Undefined if it is registered already. Throws CannotRun if it is refused. */
async function register(target: Target, url: string): Promise<string | undefined> {
  try {
    return (await callSandbox<{ readonly id: string }>(target, 'POST', path, { body: { url } })).id
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    if (error.answered === '400 webhook already exists') return undefined
    if (error.answered === '400 invalid webhook url') throw new CannotRun(`--forward-to ${url}: ${reachable}`)
    if (error.answered === '400 max number of webhooks reached')
      throw new CannotRun('four webhooks for all stores are registered already: remove one of them')
    throw error
  }
}

const reachable =
  'refused; a sandbox notifies http://localhost, http://127.0.0.1 and http://host.docker.internal, except on ports of other protocols, and public https addresses'

async function remove(target: Target, id: string, url: string): Promise<void> {
  try {
    await callSandbox(target, 'DELETE', `${path}/${id}`)
    tell(`${url} is no webhook any more`)
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    // A reset has removed it.
    if (error.answered?.startsWith('404')) return
    tell(`${url} stays a webhook, with the id ${id}: ${error.message}`)
  }
}
