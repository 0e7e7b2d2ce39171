import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { type Check, checkNames, checks, countsForBadge } from '../../src/rehearsal/certificate/checks.ts'
import { coreScenarios, otherScenarios } from '../../src/rehearsal/certificate/facts.ts'

import { findByEnvironment, killAll } from '../../testkit/process-table.ts'
import { retry } from '../../testkit/timeouts.ts'
import { keptFolder } from '../support/kept-folder.ts'
import { newShopFolder, type ShopFolder } from './shop-folder.ts'

let folder: ShopFolder
before(() => {
  folder = newShopFolder()
})
after(() => {
  for (const path of temporaries) {
    killAll(findByEnvironment(`TMPDIR=${path}`), 'SIGKILL')
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  }
  folder.remove()
})

/** Nobody restarts the shop, and disputes exist with live keys only. */
const unseen = ['W9', 'P8']

interface Rehearsed {
  readonly code: number
  readonly badge: string
  readonly checks: readonly Check[]
}

const temporaries: string[] = []

/** The folder of a run's files; its processes are found by it. */
function newTemporaryFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'qc-')))
  // When root runs the tests, PostgreSQL runs as another user and needs access.
  chmodSync(path, 0o755)
  temporaries.push(path)
  return path
}

/** The command of the README, with further arguments after `--`. */
async function certify(env: Record<string, string>, ...args: readonly string[]): Promise<Rehearsed> {
  const command = ['run', '--silent', 'certify', '--', '--json', '--seed', '11', '--idle', 'PT3S', ...args]
  const temporary = newTemporaryFolder()
  // All programs share node's compile cache.
  const kept = { NODE_COMPILE_CACHE: join(keptFolder(), 'node-compile-cache') }
  const own = { ...process.env, ...env, ...kept, TMPDIR: temporary, QIST_URL: '', QIST_SECRET_KEY: '' }
  const running = spawn('npm', command, { cwd: folder.path, env: own, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(running, 'close')
  const [printed, errors] = await Promise.all([text(running.stdout), text(running.stderr)])
  const [code] = await ended
  await retry('sandbox and shop are gone', () => {
    return readdirSync(temporary).length === 0 && findByEnvironment(`TMPDIR=${temporary}`).length === 0
  })
  const report = printed.split('\n').find((line) => line.startsWith('{"certificate"'))
  assert.ok(report !== undefined, errors + printed)
  const { certificate } = JSON.parse(report)
  return { code, badge: certificate.badge, checks: certificate.checks }
}

function namesOf(judged: readonly Check[], ...results: readonly Check['result'][]): string[] {
  return judged.filter(({ result }) => results.includes(result)).map(({ check }) => check)
}

function findingsOf(judged: readonly Check[]): string {
  return JSON.stringify(judged.filter(({ findings }) => findings.length > 0))
}

/** A run takes a minute or two, and longer on a busy machine. */
const patient = { timeout: 900_000 }
const wrong = ['failed', 'warning', 'review'] as const

test('the example shop is certified as in its README', { concurrency: 2, ...patient }, async (t) => {
  const core = t.test('it passes all core checks', patient, async () => {
    const { code, badge, checks: judged } = await certify({}, '--scenario', ...coreScenarios)
    assert.deepEqual(namesOf(judged, ...wrong), [], findingsOf(judged))
    const expected = checkNames.filter((name) => checks[name].core)
    assert.deepEqual(
      namesOf(
        judged.filter((check) => check.core),
        'passed',
      ),
      expected,
    )
    assert.match(badge, /^passed 16 of 16 core checks here/)
    assert.equal(code, 0)
  })
  const others = t.test('it passes every recommended check that can be exercised', patient, async () => {
    const quick = otherScenarios.filter((name) => name !== 'broken' && name !== 'crash')
    const runs = await Promise.all([
      certify({}, '--scenario', 'plain', 'lost-answer', ...quick),
      // The SDK's end of retries is visible after twice its longest pause.
      certify({}, '--idle', 'PT9S', '--scenario', 'broken'),
    ])
    const judged = runs.flatMap((run) => run.checks)
    assert.deepEqual(namesOf(judged, ...wrong), [], findingsOf(judged))
    const passed = namesOf(judged, 'passed')
    assert.deepEqual(
      checkNames.filter((name) => !checks[name].core && !passed.includes(name)),
      unseen,
    )
  })
  const asking = t.test('without webhooks it passes all core checks it can', patient, async () => {
    const {
      code,
      badge,
      checks: judged,
    } = await certify({ POLLING: '1' }, ...['--profile', 'polling', '--scenario', ...coreScenarios])
    assert.deepEqual(namesOf(judged, ...wrong), [], findingsOf(judged))
    const expected = checkNames.filter((name) => checks[name].core && countsForBadge(name, 'polling'))
    assert.deepEqual(
      namesOf(judged, 'passed').filter((name) => expected.some((one) => one === name)),
      expected,
    )
    assert.match(badge, /^passed 11 of 11 core checks here/)
    assert.equal(code, 0)
  })
  const disputed = t.test('with live keys it stops retrying a blocked refund', patient, async () => {
    const { checks: judged } = await certify({ LIVE: '1' }, '--scenario', 'plain', 'disputed')
    assert.deepEqual(namesOf(judged, ...wrong), [], findingsOf(judged))
    assert.ok(namesOf(judged, 'passed').includes('P8'), JSON.stringify(judged))
  })
  await Promise.all([core, others, asking, disputed])
})
