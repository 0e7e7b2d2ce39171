import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { runQist } from '../testkit/command.ts'
import type { Load } from './load.ts'
import type { LoopResult } from './loops.ts'
import { type Figure, median, tailPercentile } from './measure.ts'
import { writeMoney } from './money-seed.ts'
import { testKey } from './payment-phases.ts'
import type { Report } from './report.ts'
import { captureRequest } from './requests.ts'
import type { Measured } from './rounds.ts'
import type { TestEnvironment } from './test-environment.ts'

/** Captures per second during the backup, as in a busy shop. A late call delays all calls that were due. */
const perSecond = 25
const clients = 16
/** Captures of one measurement. */
const calls = perSecond * 10

/**
 * Backs up and restores a store with `payments` payments and all their money, while others are captured. Measures the
 * times, beside a plain copy of the same bytes, and the effect on the captures. Throws if the doctor finds anything in
 * either copy.
 */
export async function benchBackup(environment: TestEnvironment, load: Load, payments: number): Promise<Report> {
  const { app, query, folder } = environment
  await writeMoney(app, query, payments)
  const { merchantId } = await environment.actorOf(testKey)
  const waiting = await listAuthorized(environment, merchantId)
  const { baseUrl } = await environment.serve()
  const captures = async (measurements: LoopResult[], isOver: () => boolean): Promise<void> => {
    while (!isOver() && waiting.length >= calls) {
      const requests = waiting.splice(0, calls).map(captureRequest)
      measurements.push(await load.run({ baseUrl, key: testKey, requests, calls, clients, perSecond }))
    }
  }
  const warmUp: LoopResult[] = []
  const before: LoopResult[] = []
  const beside: LoopResult[] = []
  await captures(warmUp, () => warmUp.length === 1)
  await captures(before, () => before.length === 4)
  const target = `${folder}-copy`
  let isMade = false
  const backup = run(folder, 'backup', target).finally(() => {
    isMade = true
  })
  await captures(beside, () => isMade)
  const made = await backup
  const plainSeconds = await copyPlainly(target, `${folder}-plain`)
  rmSync(`${folder}-plain`, { recursive: true })
  const restored = await run(`${folder}-restored`, 'restore', target)
  const gigabytes = made.bytes / 1e9
  const name = `of ${gigabytes.toFixed(1)} GB`
  const plain = { name: 'the same files copied and flushed', value: gigabytes / plainSeconds }
  const { copying, examining, flushing } = made.seconds
  const figures: Figure[] = [
    { name: `backup ${name} while captures go on`, unit: 's', value: copying + examining + flushing },
    { name: `its copying ${name}`, unit: 'GB/s', value: gigabytes / copying, limit: plain },
    { name: `its examining by the doctor, at a low priority`, unit: 's', value: examining },
    { name: `its flushing and summing`, unit: 's', value: flushing },
    { name: `restore ${name}, with the doctor`, unit: 's', value: restored.seconds },
    {
      name: 'things that the doctor found in both copies',
      unit: '',
      value: made.doctor.wrong + restored.doctor.wrong,
      goal: { atMost: 0 },
    },
  ]
  const loads = [measure('captures before the backup', before), measure('captures beside the backup', beside)]
  return { figures, loads, remarks: [] }
}

/** Returns AUTHORIZED payments of the demo merchant's test key, in no order. */
async function listAuthorized({ query }: TestEnvironment, merchantId: string): Promise<string[]> {
  const rows = await query(`select id from payments where merchant_id = '${merchantId}' and is_test
    and currency = 'AED' and status = 'AUTHORIZED' order by md5(id::text)`)
  return rows.map(({ id }) => String(id))
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON output is read
async function run(dataDir: string, ...args: readonly string[]): Promise<any> {
  const { code, stdout, stderr } = await runQist('', dataDir, ...args, '--json')
  if (code !== 0) throw new Error(`qist ${args.join(' ')} ended with ${code}: ${stderr}${stdout.slice(0, 2_000)}`)
  return JSON.parse(stdout)
}

/** Copies each file by the system and flushes it, one after the other: the physical limit. Returns the seconds. */
async function copyPlainly(from: string, to: string): Promise<number> {
  const startedAt = performance.now()
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const target = join(to, relative(from, entry.parentPath), entry.name)
    if (entry.isDirectory()) mkdirSync(target, { recursive: true })
    if (!entry.isFile()) continue
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(join(entry.parentPath, entry.name), target)
    const file = await open(target, 'r+')
    await file.sync()
    await file.close()
  }
  return (performance.now() - startedAt) / 1_000
}

/** Joins the calls of several short measurements. */
function measure(name: string, measurements: readonly LoopResult[]): Measured {
  const latencies = measurements.flatMap((measurement) => measurement.latencies)
  const rates = measurements.map((measurement) => measurement.perSecond)
  const at = (percent: number): number => tailPercentile(latencies, percent)
  return { name, clients, perSecond: median(rates), p50: at(50), p99: at(99), p999: at(99.9), rounds: rates }
}
