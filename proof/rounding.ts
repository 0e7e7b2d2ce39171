import type { Client } from '../testkit/client.ts'
import { openClient } from '../testkit/client.ts'
import { workersAtOnce } from '../testkit/parallel.ts'
import type { Random } from '../testkit/random.ts'
import type { Context, Verdict } from './context.ts'
import { checkRounding } from './rounding-checks.ts'
import { playSplits, type SplitLife } from './rounding-life.ts'
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts'

const atOnce = 6
/** In minor units: no store refuses it. */
const smallestOrder = 1_00

/**
 * P31: splits payments into many small captures and refunds of random amounts. An independent formula gives the same
 * fees and VAT. VAT is rounded once. Splitting gains no more than the rounding of each capture.
 */
export async function run(context: Context): Promise<Verdict> {
  const environment = await openTestEnvironment(context, 'p31', { connections: atOnce })
  const ksa = openClient(environment.service.urls.ksa, '', atOnce)
  const violations: string[] = []
  const counts = {
    payments: 0,
    captures: 0,
    refunds: 0,
    'of disputes': 0,
    'with changed rates': 0,
    'minor units by splitting': 0,
  }
  try {
    const count = context.size(24, 600)
    const lives = planLives(context, count).entries()
    const worker = async (_: number, over: AbortSignal): Promise<void> => {
      for (const [index, life] of lives) {
        if (violations.length > 0 || over.aborted) return
        const played = await playSplits(clientOf(life, environment, ksa), environment.records, life)
        const { wrong, worth } = await checkRounding(played, environment.records)
        violations.push(...wrong.map((what) => `payment ${index + 1}, ${played.id}: ${what}`))
        counts.payments += 1
        counts.captures += played.moves.filter(({ type }) => type === 'capture').length
        counts.refunds += played.moves.filter(({ type }) => type === 'refund').length
        counts['of disputes'] += played.disputes
        counts['with changed rates'] += played.hasChangedRates ? 1 : 0
        counts['minor units by splitting'] = Math.max(counts['minor units by splitting'], worth)
        context.progress(counts.payments, count, 'payments in parts')
      }
    }
    await workersAtOnce(atOnce, worker)
    violations.push(...(await environment.records.checkIntegrity()))
    return { counts, violations: violations.slice(0, 10) }
  } finally {
    await ksa.close()
    await environment.close()
  }
}

function clientOf({ country }: SplitLife, { client }: TestEnvironment, ksa: Client): Client {
  return country === 'SA' ? ksa : client
}

/** The first is 1,800.00 in 1,000 captures and 900 refunds (in the quick form a tenth), the others are random. */
function planLives(context: Context, count: number): SplitLife[] {
  const random = context.random('p31')
  const scale = context.size(1, 10)
  const rates = { percent: 500, fixed: 0n, vatPercent: 500, refund: 'percent' } as const
  const known: SplitLife = {
    ...{ country: 'AE', amount: 180_00 * scale, captures: Array(100 * scale).fill(1_80) },
    ...{ refunds: Array(90 * scale).fill(2_00), disputed: undefined, rates, changes: new Map() },
  }
  const most = context.size(30, 300)
  return [known, ...Array.from({ length: count - 1 }, () => planLife(random, most))]
}

function planLife(random: Random, most: number): SplitLife {
  const country = random.pick(['AE', 'KW', 'SA'] as const)
  const captures = planParts(random, most)
  const captured = sum(captures)
  // Some are captured in part, and some refunded in part.
  const amount = Math.max(smallestOrder, captured + (random.chance(0.3) ? random.between(1, 1_00) : 0))
  const refunds = planRefunds(random, captured, most)
  const disputed = refunds.length > 0 && random.chance(0.4) ? random.between(0, refunds.length - 1) : undefined
  const changes = new Map<number, SplitLife['rates']>()
  if (random.chance(0.5)) {
    const times = random.between(1, 4)
    for (let time = 0; time < times; time += 1) {
      changes.set(random.between(1, captures.length + refunds.length), planRates(random))
    }
  }
  return { country, amount, captures, refunds, disputed, rates: planRates(random), changes }
}

function planRates(random: Random): SplitLife['rates'] {
  return {
    percent: random.pick([0, 199, 250, 500, random.between(1, 1_200)]),
    fixed: BigInt(random.chance(0.5) ? 0 : random.between(1, 250)),
    vatPercent: random.pick([0, 500, 500, 1_500, 3_333]),
    refund: random.pick(['percent', 'percent', 'none', 'all'] as const),
  }
}

/** Returns random parts: some of one size, which round alike, and some of any size. */
function planParts(random: Random, most: number): number[] {
  const count = random.between(1, most)
  const size = random.between(10, 3_00)
  const isEven = random.chance(0.5)
  return Array.from({ length: count }, () => (isEven ? size : random.between(10, 3_00)))
}

function planRefunds(random: Random, captured: number, most: number): number[] {
  const parts: number[] = []
  let left = random.chance(0.7) ? captured : random.between(0, captured)
  const size = Math.max(1, Math.ceil(captured / random.between(1, most)))
  while (left > 0) {
    const isLast = parts.length === most - 1
    const part = isLast ? left : Math.min(left, random.chance(0.5) ? size : random.between(1, 2 * size))
    parts.push(part)
    left -= part
  }
  return parts
}

function sum(parts: readonly number[]): number {
  return parts.reduce((total, part) => total + part, 0)
}
