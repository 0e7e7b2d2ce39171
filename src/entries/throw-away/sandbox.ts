import { type Command, InvalidArgumentError } from 'commander'
import { jsonOption, type PrintOptions, printJson } from '../cli/output.ts'
import { openThrowAway, type ThrowAway } from './open-throw-away.ts'
import { watchServing } from './watch-ending.ts'

interface SandboxOptions extends PrintOptions {
  readonly port: number
  readonly seed?: string
}

/** Where a sandbox gets its merchants and payments from. */
export const seedOption = ['--seed <file>', 'a YAML file of merchants and payments to begin with'] as const

/** `qist sandbox`. */
export function addSandboxCommand(program: Command): void {
  program
    .command('sandbox')
    .description(
      'start a throw-away sandbox: own database, free ports, a merchant of its own. Prints one line when it is ready, and removes everything when it receives a signal to end or its parent process ends',
    )
    .option('--port <port>', 'where UAE is served, 0 for any free port', readPort, 0)
    .option(...seedOption)
    .option(jsonOption[0], 'print that line and nothing for people beside it')
    .action(serve)
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('Not a port: 0 to 65535.')
  return port
}

async function serve({ port, seed, json }: SandboxOptions): Promise<never> {
  // A second signal exits at once; the guard cleans up.
  const { ended, isEnding } = watchServing()
  const sandbox = await openThrowAway({ port, env: process.env, seedFile: seed })
  if (!isEnding()) print(sandbox, json)
  await ended
  await sandbox.close()
  return process.exit(0)
}

function print({ url, ksaUrl, merchant, merchants }: ThrowAway, json = false): void {
  printJson({ url, ksa_url: ksaUrl, merchant, ...(merchants.length > 1 && { merchants }) })
  if (json) return
  const lines = [`Serves at ${url} (UAE) and ${ksaUrl} (KSA), reference ${url}/docs`, 'Ctrl-C ends and removes it']
  process.stderr.write(`${lines.join('\n')}\n`)
}
