import { parseArgs } from 'node:util'
import { breakages } from './breakages.ts'
import { proofs } from './proofs.ts'

export interface Arguments {
  readonly quick: boolean
  readonly seed: number
  /** Which proofs are done. */
  readonly only: readonly string[]
  readonly selfTest: boolean
  /** The guard that is taken out of the service first, so that what fails by it can be seen. */
  readonly without: string | undefined
  /** Whether a whole run is written to docs/proof.md. */
  readonly report: boolean
}

export const usage =
  'npm run proof -- [--quick] [--only P4,P5] [--seed 123] [--no-report] [--without tenant] [--self-test]'

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
        without: { type: 'string' },
        'no-report': { type: 'boolean', default: false },
      },
    })
    const known = proofs.map(({ id }) => id)
    const only = values.only === undefined ? known : values.only.split(',')
    const unknown = only.find((id) => !known.includes(id))
    if (unknown !== undefined) return `There is no proof ${unknown}.`
    const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed)
    if (!Number.isSafeInteger(seed)) return `--seed ${values.seed} is no whole number.`
    const { quick, without, 'self-test': selfTest } = values
    const guards = breakages.map(({ name }) => name)
    if (without !== undefined && !guards.includes(without)) {
      return `There is no guard ${without}; there are ${guards.join(', ')}.`
    }
    // What a service without its guards does is nothing to publish.
    return { quick, only, seed, selfTest, without, report: !values['no-report'] && without === undefined }
  } catch (error) {
    return (error as Error).message
  }
}

/** The command that repeats these proofs. */
export function commandFor({ quick, seed, without }: Arguments, ids: readonly string[]): string {
  const only = ids.length === proofs.length ? '' : `--only ${ids.join()} `
  const broken = without === undefined ? '' : ` --without ${without}`
  return `npm run proof -- ${quick ? '--quick ' : ''}${only}--seed ${seed}${broken}`
}
