import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import type pg from 'pg'
import type { LoopResult } from './loops.ts'
import { prefixesOf, type RawStatement, type Recording } from './raw-statements.ts'
import type { Payments } from './seed.ts'

const run = promisify(execFile)

/** Whether PostgreSQL's own load generator is installed. */
export function hasPgbench(): boolean {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Runs the recorded statements by pgbench, prepared, each turn on its own payment. `count` is a multiple of `clients`.
 */
export async function runPgbench(
  connection: pg.PoolConfig,
  sessionOptions: string,
  recording: Recording,
  payments: Payments,
  clients: number,
): Promise<LoopResult> {
  const turns = payments.count / clients
  // pgbench reads the script from standard input.
  const options = ['-n', '-M', 'prepared', '-c', clients, '-j', 2, '-t', turns, '-D', 'turn=-1', '-f', '-']
  const running = run('pgbench', options.map(String), {
    env: {
      ...process.env,
      PGHOST: connection.host,
      PGPORT: String(connection.port),
      PGUSER: connection.user,
      PGPASSWORD: String(connection.password),
      PGDATABASE: connection.database,
      PGOPTIONS: sessionOptions,
    },
  })
  running.child.stdin?.end(formatScript(recording, payments, clients))
  const { stdout } = await running.catch((error: unknown) => {
    // Each client prints the same message.
    throw new Error(String(error).slice(0, 1_000))
  })
  const perSecond = Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1])
  if (!(perSecond > 0)) throw new Error(`pgbench said: ${stdout}`)
  return { perSecond, latencies: [] }
}

/**
 * Returns a pgbench script that runs the statements once for each turn. The payments come in a scattered order, and
 * none comes twice.
 */
function formatScript(recording: Recording, { prefix, first, count }: Payments, clients: number): string {
  const prefixes = prefixesOf(recording, prefix)
  return [
    '\\set turn :turn + 1',
    `\\set n ${first} + ((:turn * ${clients} + :client_id) * 7919) % ${count}`,
    ...recording.statements.map((statement) => `${formatStatement(statement, prefixes)};`),
    '',
  ].join('\n')
}

function formatStatement({ text, types, values }: RawStatement, prefixes: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$(\d+)/g, (_, position) => {
    const index = Number(position) - 1
    const value = formatLiteral(values[index])
    let expression = value === null ? 'null' : quote(value)
    for (const [id, start] of prefixes) {
      if (value?.includes(id)) {
        expression = `replace(${expression}, '${id}', '${start}' || lpad(to_hex(:n::int8), 12, '0'))`
      }
    }
    return `(${expression})::${types[index]}`
  })
}

/** Returns a parameter in PostgreSQL's text format. */
function formatLiteral(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (!Array.isArray(value)) return String(value)
  const elements = value.map((element) => {
    const text = formatLiteral(element)
    return text === null ? 'null' : Array.isArray(element) ? text : `"${text.replaceAll(/[\\"]/g, '\\$&')}"`
  })
  return `{${elements.join(',')}}`
}

// A colon would begin one of pgbench's variables.
function quote(text: string): string {
  return `e'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`
}
