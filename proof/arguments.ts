import { parseArgs } from 'node:util'
import { proofs } from './proofs.ts'

export interface Arguments {
  readonly quick: boolean
  readonly seed: number
  /** Which proofs are done. */
  readonly only: readonly string[]
  readonly selfTest: boolean
  /** Whether a whole run is written to docs/proof.md. */
  readonly report: boolean
}

export const usage = 'npm run proof -- [--quick] [--only P4,P5] [--seed 123] [--no-report] [--self-test]'

/** Reads the command line; a text is what is wrong with it. */
export function readArguments(args: string[]): Arguments | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        seed: { type: 'string' },
        'self-test': { type: 'boolean', default: false },
        'no-report': { type: 'boolean', default: false },
      },
    })
    const known = proofs.map(({ id }) => id)
    const only = values.only === undefined ? known : values.only.split(',')
    const unknown = only.find((id) => !known.includes(id))
    if (unknown !== undefined) return `There is no proof ${unknown}.`
    const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed)
    if (!Number.isSafeInteger(seed)) return `--seed ${values.seed} is no whole number.`
    return { quick: values.quick, only, seed, selfTest: values['self-test'], report: !values['no-report'] }
  } catch (error) {
    return (error as Error).message
  }
}

/** The command that repeats one proof. */
export function commandFor({ quick, seed }: Arguments, id: string): string {
  return `npm run proof -- ${quick ? '--quick ' : ''}--only ${id} --seed ${seed}`
}
