import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import { createContext, runInContext } from 'node:vm'

const ui = join(import.meta.dirname, '../../src/platform/ui')
const script = ['forms/forms.js', 'customer/customer.js'].map((file) => readFileSync(join(ui, file), 'utf8')).join('\n')

interface Timer {
  readonly work: () => unknown
  readonly ms: number
}

/**
 * The script of a waiting page, with timers that the test runs. `stage`: the service's answer, or undefined for no
 * answer.
 */
function openWaitingPage(stage: () => string | undefined) {
  const timers: Timer[] = []
  const [requests, left]: [string[], string[]] = [[], []]
  const onVisible: (() => unknown)[] = []
  const document = {
    ...{ body: { dataset: { state: '/state', home: '/home', poll: 'waiting', stage: 'waiting' } } },
    ...{ documentElement: { lang: 'en' }, visibilityState: 'visible' },
    ...{ querySelector: () => null, querySelectorAll: () => [] },
    addEventListener: (_: string, work: () => unknown) => onVisible.push(work),
  }
  const setTimeout = (work: () => unknown, ms: number): void => {
    timers.push({ work, ms })
  }
  const setInterval = (work: () => unknown, ms: number): void => {
    const again = (): void => {
      setTimeout(again, ms)
      work()
    }
    setTimeout(again, ms)
  }
  const fetch = async (address: string) => {
    requests.push(address)
    const now = stage()
    if (now === undefined) throw new TypeError('no answer')
    return { ok: true, json: async () => ({ stage: now }) }
  }
  const location = { replace: (address: string) => left.push(address) }
  const page = { document, setTimeout, setInterval, fetch, location, performance, AbortSignal, Intl }
  runInContext(script, createContext({ ...page, addEventListener: () => undefined }))
  const pass = async (): Promise<void> => {
    for (const { work } of timers.splice(0)) work()
    await settled()
  }
  const show = async (): Promise<void> => {
    for (const work of onVisible) work()
    await settled()
  }
  return { timers, requests, left, pass, show }
}

test('a waiting page polls within a second of each answer, also after none', async () => {
  const answers = ['waiting', undefined, 'waiting']
  const page = openWaitingPage(() => answers.shift())
  for (const count of [1, 2, 3]) {
    assert.equal(page.timers.length, 1, 'one question at a time')
    assert.ok((page.timers[0]?.ms ?? 0) <= 1_000)
    await page.pass()
    assert.equal(page.requests.length, count)
  }
  assert.deepEqual(page.left, [])
})

test('the first answer after the decision leads to the outcome, once, however slowly that page loads', async () => {
  let stage = 'waiting'
  const page = openWaitingPage(() => stage)
  await page.pass()
  stage = 'approved'
  await page.pass()
  assert.deepEqual(page.left, ['/home'])
  // The page runs until the next one has loaded: a second redirect would restart the load.
  for (let seconds = 0; seconds < 30; seconds += 1) await page.pass()
  await page.show()
  assert.deepEqual([page.left.length, page.requests.length], [1, 2])
})
