import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { maxAttachmentBytes } from '../src/money/disputes/attachments/attachment.ts'
import { listDisputes } from '../src/money/disputes/dispute-lists.ts'
import { formatPageToken } from '../src/money/disputes/page-token.ts'
import type { App } from '../src/platform/app/app.ts'
import type { Actor } from '../src/platform/merchants/caller.ts'
import { writeDisputes } from '../testkit/many-disputes.ts'
import type { Query } from '../testkit/query.ts'
import { demoKey } from '../testkit/shop.ts'
import { formOf, multipartX, smallPng } from '../testkit/uploads.ts'
import { HttpClient } from './http-client.ts'
import { type Call, closedLoop } from './loops.ts'
import { type Figure, median, tailPercentile } from './measure.ts'

const key = demoKey(1, 'sk_')
const lists = 1_000
const warmUpLists = 200
const uploadsAtOnce = 20
const rounds = 5

interface DisputeBench {
  /** The service's code on the same database and data folder, without HTTP. */
  readonly app: App
  readonly query: Query
  /** The actor of the first demo merchant's live key. */
  readonly actor: Actor
  readonly baseUrl: string
  /** A folder for temporary files. */
  readonly folder: string
  /** Returns the current memory of the service's process, in MB. */
  residentMb(): number
}

/** Measures random pages among `disputes` disputes of one merchant, and uploads of the largest attachment. */
export async function benchDisputes(bench: DisputeBench, disputes = 1_000_000): Promise<Figure[]> {
  return [...(await benchUploads(bench)), ...(await benchLists(bench, disputes))]
}

async function benchLists({ app, query, actor, baseUrl }: DisputeBench, disputes: number): Promise<Figure[]> {
  const newestAt = app.clock.now()
  await writeDisputes({ query }, actor.merchantId, disputes, newestAt)
  await query('vacuum analyze disputes')
  const positions = Array.from({ length: lists }, () => ({
    createdAt: newestAt - Math.floor(Math.random() * disputes) * 1_000,
    id: '80000000-0000-4000-8000-000000000000',
  }))
  const client = new HttpClient(baseUrl, key)
  const page = async (n: number, query: string): Promise<void> => {
    const behind = positions[n % lists]
    if (behind === undefined) throw new Error('no such position')
    const token = formatPageToken(app.secrets, actor.merchantId, behind)
    const answer = await client.call({ method: 'GET', path: `/api/v1/disputes?page_token=${token}${query}` })
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body.subarray(0, 300)}`)
  }
  const measured = async (call: Call): Promise<number> => {
    await closedLoop(warmUpLists, 1, call)
    return tailPercentile((await closedLoop(lists, 1, call)).latencies, 99)
  }
  const all = await measured((n) => page(n, ''))
  const some = await measured((n) => page(n, '&statuses=new&statuses=in_progress'))
  const direct = await measured(async (n) => {
    const behind = positions[n] ?? null
    await listDisputes(app, actor, { statuses: [], createdFrom: null, createdTo: null, behind })
  })
  client.close()
  const limit = { name: 'the same statements without HTTP', value: direct }
  const among = `of 100 among ${disputes.toLocaleString('en')} disputes, any page, 1 client, p99`
  return [
    { name: `list ${among}`, unit: 'ms', value: all, goal: { atMost: 20 }, limit },
    { name: `list by status ${among}`, unit: 'ms', value: some, goal: { atMost: 20 }, limit },
  ]
}

async function benchUploads({ query, baseUrl, folder, residentMb }: DisputeBench): Promise<Figure[]> {
  const content = Buffer.concat([smallPng, Buffer.alloc(maxAttachmentBytes - smallPng.length, 7)])
  const form = new Uint8Array(formOf(content))
  const upload = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': multipartX }
    const url = `${baseUrl}/api/v1/disputes/attachments/upload`
    const answer = await fetch(url, { method: 'POST', body: form, headers })
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
    await answer.text()
  }
  // Unused attachments have a quota, and more than one round of uploads would exceed it.
  const refer = () => query('update attachments set is_used = true where not is_used')
  await closedLoop(4, 2, upload)
  const disk = await writeDurably(folder, content, rounds * 4, 1)
  const fullDisk = await writeDurably(folder, content, rounds * uploadsAtOnce, uploadsAtOnce)
  const single = await closedLoop(rounds * 4, 1, upload)
  await refer()
  const before = residentMb()
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, residentMb())
  }, 5)
  const latencies: number[] = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      latencies.push(...(await closedLoop(uploadsAtOnce, uploadsAtOnce, upload)).latencies)
      await refer()
    }
  } finally {
    clearInterval(watching)
  }
  const limit = { name: 'writing and syncing 5 MiB', value: median(disk) }
  return [
    { name: 'upload of 5 MiB, p50', unit: 'ms', value: median(single.latencies), goal: { atMost: 150 }, limit },
    {
      name: 'upload of 5 MiB, p50, 20 at once',
      unit: 'ms',
      value: median(latencies),
      limit: { name: 'writing and syncing 20 × 5 MiB at once', value: median(fullDisk) },
    },
    {
      name: 'extra memory of an upload, 20 at once',
      unit: 'MB',
      value: (most - before) / uploadsAtOnce,
      goal: { atMost: 10 },
    },
  ]
}

/** Returns the milliseconds until files of this content are on the disk: `times` files, `atOnce` of them at a time. */
async function writeDurably(below: string, content: Buffer, times: number, atOnce: number): Promise<number[]> {
  const folder = mkdtempSync(join(below, 'disk-'))
  const { latencies } = await closedLoop(times, atOnce, async (n) => {
    const handle = await open(join(folder, String(n)), 'wx')
    await handle.writeFile(content)
    await handle.sync()
    await handle.close()
  })
  rmSync(folder, { recursive: true, force: true })
  return latencies
}
