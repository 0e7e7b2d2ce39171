import { overHttp, type PaymentBench, warmUpCalls } from './payment-phases.ts'
import { captureRequest, readRequest } from './requests.ts'
import { inTurns, type Measured, type Phase } from './rounds.ts'
import { idsOf, seedAuthorized, supplyOf } from './seed.ts'
import type { BenchService } from './service.ts'

/**
 * Measures captures and reads by 32 clients: of one process and, in turns with it, of two on the same port and
 * database.
 */
export async function benchProcesses(
  bench: PaymentBench,
  serve: (env: NodeJS.ProcessEnv) => Promise<BenchService>,
  calls: number,
): Promise<Measured[]> {
  const payments = await seedAuthorized(bench.query, calls * 6 + warmUpCalls * 4, 'b1000000')
  const take = supplyOf(payments)
  const captures = (on: PaymentBench, name: string): Phase =>
    overHttp(on, `captures, ${name}`, { clients: 32, calls }, (count) => idsOf(take(count)).map(captureRequest))
  const reads = (on: PaymentBench, name: string): Phase =>
    overHttp(on, `reads, ${name}`, { clients: 32, calls: calls * 2 }, (count) =>
      idsOf({ ...payments, count: Math.min(count, payments.count) }).map(readRequest),
    )
  const { baseUrl, stop } = await serve({ PROCESSES: '2' })
  const two = { ...bench, baseUrl }
  try {
    const results = await inTurns({
      captures: captures(bench, 'one process'),
      capturesOfTwo: warmTwice(captures(two, 'two processes')),
      reads: reads(bench, 'one process'),
      readsOfTwo: warmTwice(reads(two, 'two processes')),
    })
    return Object.values(results)
  } finally {
    await stop()
  }
}

// The calls are spread over both processes.
function warmTwice({ warmUp, ...phase }: Phase): Phase {
  return {
    ...phase,
    async warmUp() {
      await warmUp?.()
      await warmUp?.()
    },
  }
}
