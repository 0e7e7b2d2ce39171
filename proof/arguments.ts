import { parseArgs } from 'node:util'
import { breakages } from './breakages.ts'
import { proofs } from './proofs.ts'
import { soakFaults } from './soak-faults.ts'

export interface Arguments {
  readonly quick: boolean
  /** Whether databases are stores with shards, on a Citus cluster that the proof makes. */
  readonly citus: boolean
  readonly seed: number
  /** The ids of the proofs to run. */
  readonly only: readonly string[]
  readonly selfTest: boolean
  /** The number of guards to remove, chosen by the seed; undefined: all. */
  readonly guards: number | undefined
  /** A guard to remove from the service before the proofs run, to show their findings. */
  readonly without: string | undefined
  /** The soak's length and faults, if they differ from the full soak. */
  readonly minutes: number | undefined
  readonly faults: readonly string[] | undefined
  /** The version that an upgrade begins with, as git names it; undefined: the newest one before this. */
  readonly from: string | undefined
  /** Whether a whole run is written to docs/proof.md. */
  readonly report: boolean
}

/** The proofs that also run on a cluster (docs/contract/operation.md#sharding). */
const onCitus: readonly string[] = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P9', 'P10', 'P8']

export const usage =
  'npm run proof -- [--quick] [--citus] [--only P4,P5] [--seed 123] [--no-report] [--without tenant] [--self-test [--guards 5]] [--minutes 10] [--faults locked,cut] [--from v0.1.0]'

/** Reads the command line. Returns a text if it is wrong. */
export function readArguments(args: string[]): Arguments | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        quick: { type: 'boolean', default: false },
        citus: { type: 'boolean', default: false },
        only: { type: 'string' },
        seed: { type: 'string' },
        'self-test': { type: 'boolean', default: false },
        guards: { type: 'string' },
        without: { type: 'string' },
        minutes: { type: 'string' },
        faults: { type: 'string' },
        from: { type: 'string' },
        'no-report': { type: 'boolean', default: false },
      },
    })
    const { quick, citus, without, from, 'self-test': selfTest } = values
    const known = proofs.map(({ id }) => id)
    const only = values.only?.split(',') ?? (citus ? onCitus : known)
    const unknown = only.find((id) => !known.includes(id))
    if (unknown !== undefined) return `There is no proof ${unknown}.`
    const plain = only.find((id) => !onCitus.includes(id))
    if (citus && plain !== undefined) return `${plain} is not done on a cluster with Citus.`
    if (citus && selfTest) return 'The self-test takes out guards on a plain server only.'
    const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed)
    if (!Number.isSafeInteger(seed)) return `--seed ${values.seed} is no whole number.`
    const knownGuards = breakages.map(({ name }) => name)
    if (without !== undefined && !knownGuards.includes(without)) {
      return `There is no guard ${without}; there are ${knownGuards.join(', ')}.`
    }
    const guards = values.guards === undefined ? undefined : Number(values.guards)
    if (guards !== undefined && !(Number.isInteger(guards) && guards > 0 && guards <= breakages.length)) {
      return `--guards ${values.guards} is no number from 1 to ${breakages.length}.`
    }
    const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
    if (minutes !== undefined && !(minutes > 0)) return `--minutes ${values.minutes} is no number of minutes.`
    const faults = values.faults?.split(',')
    const strange = faults?.find((fault) => soakFaults.every(({ name }) => name !== fault))
    if (strange !== undefined)
      return `There is no fault ${strange}; there are ${soakFaults.map(({ name }) => name).join(', ')}.`
    // The report shows complete runs of the current service on a plain server.
    const isWhole = !citus && [without, minutes, faults, from].every((one) => one === undefined)
    const report = !values['no-report'] && isWhole
    return { quick, citus, only, seed, selfTest, guards, without, minutes, faults, from, report }
  } catch (error) {
    return (error as Error).message
  }
}

/** Returns the command that repeats these proofs. */
export function commandFor(given: Arguments, ids: readonly string[]): string {
  const { seed, without, minutes, faults, from } = given
  const options = [
    given.quick && '--quick',
    given.citus && '--citus',
    ids.length !== proofs.length && `--only ${ids.join()}`,
    `--seed ${seed}`,
    without !== undefined && `--without ${without}`,
    minutes !== undefined && `--minutes ${minutes}`,
    faults !== undefined && `--faults ${faults}`,
    from !== undefined && `--from ${from}`,
  ]
  return `npm run proof -- ${options.filter((option) => option !== false).join(' ')}`
}
