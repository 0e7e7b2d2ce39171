import { availableParallelism } from 'node:os'
import { dot, junit, spec, tap } from 'node:test/reporters'
import { parseArgs } from 'node:util'

/** The tests to run, and their options. */
export interface TestOptions {
  readonly places: readonly string[]
  readonly concurrency: number
  readonly namePatterns: readonly string[]
  readonly skipPatterns: readonly string[]
  readonly only: boolean
  readonly reporter: Reporter
  /** Options of `node` for the test processes. */
  readonly execArgv: readonly string[]
}

/** Turns the events of the tests into text. */
type Reporter = InstanceType<typeof spec> | typeof tap | typeof dot | typeof junit

/**
 * More than the number of cores: tests wait for processes, clocks and browsers half of the time. One database serves
 * eight processes at most.
 */
const usualConcurrency = String(Math.min(8, Math.max(3, 2 * availableParallelism())))

const known = {
  'test-concurrency': { type: 'string', default: usualConcurrency },
  'test-name-pattern': { type: 'string', multiple: true, default: [] as string[] },
  'test-skip-pattern': { type: 'string', multiple: true, default: [] as string[] },
  'test-only': { type: 'boolean', default: false },
  'test-reporter': { type: 'string', default: 'spec' },
} as const

/**
 * Reads the arguments of `npm test`: files, folders, and the options of `node --test` that are named above. Every other
 * option is one of `node`. Throws if the reporter is not one of Node's.
 */
export function readOptions(args: readonly string[]): TestOptions {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: known,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const execArgv = tokens.flatMap((token) => {
    if (token.kind !== 'option' || token.name in known) return []
    return [token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`]
  })
  const texts = (name: keyof typeof known): string[] => [values[name] ?? []].flat().map(String)
  return {
    places: positionals,
    concurrency: Number(values['test-concurrency']),
    namePatterns: texts('test-name-pattern'),
    skipPatterns: texts('test-skip-pattern'),
    only: values['test-only'] === true,
    reporter: reporterOf(String(values['test-reporter'])),
    execArgv,
  }
}

function reporterOf(name: string): Reporter {
  const reporters: Record<string, () => Reporter> = {
    spec: () => new spec(),
    tap: () => tap,
    dot: () => dot,
    junit: () => junit,
  }
  const open = reporters[name]
  if (open === undefined) throw new Error(`--test-reporter is one of ${Object.keys(reporters).join(', ')}`)
  return open()
}
