import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../src/app/app.ts'
import { largestAttachmentBytes } from '../src/disputes/attachment.ts'
import { listDisputes } from '../src/disputes/list-disputes.ts'
import { formatPageToken } from '../src/disputes/page-token.ts'
import type { Actor } from '../src/merchants/caller.ts'
import { smallPng } from '../test/support/disputes.ts'
import { formOf, multipartX } from '../test/support/malformed-uploads.ts'
import { writeDisputes } from '../test/support/many-disputes.ts'
import { HttpClient } from './http-client.ts'
import { closedLoop } from './loops.ts'
import { type Figure, median, percentile } from './measure.ts'

const key = 'sk_11111111-1111-4111-8111-111111111111'
const lists = 400
const uploadsAtOnce = 20
const rounds = 5

export interface DisputeBench {
  /** Beside the service: the same code on the same database and data folder, without HTTP. */
  readonly app: App
  /** The holder of the first demo merchant's live key. */
  readonly actor: Actor
  readonly baseUrl: string
  /** What the service's process holds in memory now, in MB. */
  residentMb(): number
}

/** A page of disputes anywhere among so many of one merchant, and uploads of the largest attachment. */
export async function benchDisputes(bench: DisputeBench, disputes = 1_000_000): Promise<Figure[]> {
  return [...(await benchUploads(bench)), ...(await benchLists(bench, disputes))]
}

async function benchLists({ app, actor, baseUrl }: DisputeBench, disputes: number): Promise<Figure[]> {
  const newestAt = app.clock.now()
  await writeDisputes(app, actor.merchantId, disputes, newestAt)
  await app.db.runText('vacuum analyze disputes')
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
  const all = await closedLoop(lists, 1, (n) => page(n, ''))
  const some = await closedLoop(lists, 1, (n) => page(n, '&statuses=new&statuses=in_progress'))
  const direct = await closedLoop(lists, 1, async (n) => {
    const behind = positions[n] ?? null
    await listDisputes(app, actor, { statuses: [], createdFrom: null, createdTo: null, behind })
  })
  client.close()
  const limit = { name: 'the same statements without HTTP', value: percentile(direct.latencies, 99) }
  const among = `of 100 among ${disputes.toLocaleString('en')} disputes, any page, p99`
  return [
    { name: `list ${among}`, unit: 'ms', value: percentile(all.latencies, 99), goal: { atMost: 20 }, limit },
    { name: `list by status ${among}`, unit: 'ms', value: percentile(some.latencies, 99), goal: { atMost: 20 }, limit },
  ]
}

async function benchUploads({ baseUrl, residentMb }: DisputeBench): Promise<Figure[]> {
  const content = Buffer.concat([smallPng, Buffer.alloc(largestAttachmentBytes - smallPng.length, 7)])
  const form = new Uint8Array(formOf(content))
  const upload = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': multipartX }
    const url = `${baseUrl}/api/v1/disputes/attachments/upload`
    const answer = await fetch(url, { method: 'POST', body: form, headers })
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
    await answer.text()
  }
  await closedLoop(4, 2, upload)
  const disk = await writeDurably(content, rounds * 4, 1)
  const fullDisk = await writeDurably(content, rounds * uploadsAtOnce, uploadsAtOnce)
  const single = await closedLoop(rounds * 4, 1, upload)
  const before = residentMb()
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, residentMb())
  }, 5)
  const many = await closedLoop(rounds * uploadsAtOnce, uploadsAtOnce, upload)
  clearInterval(watching)
  const limit = { name: 'writing and syncing 5 MiB', value: median(disk) }
  return [
    { name: 'upload of 5 MiB, p50', unit: 'ms', value: median(single.latencies), goal: { atMost: 150 }, limit },
    {
      name: 'upload of 5 MiB, p50, 20 at once',
      unit: 'ms',
      value: median(many.latencies),
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

/** How long a file of this content takes until it is on the disk, in milliseconds, so many times and so many at once. */
async function writeDurably(content: Buffer, times: number, atOnce: number): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'qist-disk-'))
  const { latencies } = await closedLoop(times, atOnce, async (n) => {
    const handle = await open(join(folder, String(n)), 'wx')
    await handle.writeFile(content)
    await handle.sync()
    await handle.close()
  })
  rmSync(folder, { recursive: true, force: true })
  return latencies
}
