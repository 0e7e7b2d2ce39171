import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { runQistWith } from '../../testkit/command.ts'
import { startProcess } from '../../testkit/processes.ts'
import { retry } from '../../testkit/timeouts.ts'
import { openAgent } from '../support/agent.ts'
import { newEmptiedFolder } from '../support/emptied-folder.ts'
import { cleanUp } from '../support/service-process.ts'

// `qist mcp` as a process: its streams, its end, and the sandbox that it starts.
const qist = join(import.meta.dirname, '../../bin/qist.js')
const named = { QIST_URL: 'http://127.0.0.1:9', QIST_SECRET_KEY: 'sk_test_x' }

function start(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [qist, 'mcp'], { env: { ...process.env, ...env } })
  cleanUp(() => void child.kill('SIGKILL'))
  const messages: string[] = []
  createInterface({ input: child.stdout }).on('line', (one) => messages.push(one))
  return {
    ...{ child, messages, errors: text(child.stderr), ended: once(child, 'close') },
    until: (count: number) => retry(`${count} messages`, () => messages.length >= count),
  }
}

const line = (id: number, method: string, params: object): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
const greeting = line(1, 'initialize', {
  ...{ protocolVersion: '2025-06-18', capabilities: {} },
  clientInfo: { name: 'test', version: '1' },
})

test('standard output has messages of the protocol only, and the end of standard input ends it with 0', async () => {
  const { child, messages, errors, ended, until } = start({ ...named, LOG_LEVEL: 'trace' })
  child.stdin.write(`${greeting}no message\n`)
  child.stdin.write(line(2, 'tools/call', { name: 'sandbox', arguments: {} }))
  await until(2)
  const before = performance.now()
  child.stdin.end()
  assert.deepEqual(await ended, [0, null])
  assert.ok(performance.now() - before < 5_000)
  const [greeted, answered] = messages.map((one) => JSON.parse(one))
  assert.deepEqual([messages.length, greeted.id, answered.id], [2, 1, 2])
  assert.equal(greeted.result.serverInfo.name, 'qist')
  assert.equal(greeted.result.instructions.split('\n').at(-1), lastInstruction)
  assert.match(answered.result.content[0].text, /^no sandbox at http:\/\/127\.0\.0\.1:9: /)
  // What is no message is for people.
  assert.match(await errors, /^qist: .*JSON.*\n$/)
})

const lastInstruction = '10. No tool runs commands or reads your files: run the shop and its tests yourself.'

test('SIGTERM ends it with 0 while standard input is open', async () => {
  const { child, ended, until } = start(named)
  child.stdin.write(greeting)
  await until(1)
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
})

test('the help lists the command, and wrong variables are one line on standard error', async () => {
  assert.match((await runQistWith({}, '--help')).stdout, /^ {2}mcp +give a coding agent tools over the sandbox/m)
  const alone = await runQistWith({ QIST_URL: 'http://127.0.0.1:9', QIST_SECRET_KEY: '' }, 'mcp')
  const stderr = 'qist: QIST_URL and QIST_SECRET_KEY are set together, or neither\n'
  assert.deepEqual(alone, { code: 1, stdout: '', stderr })
  const key = await runQistWith({ ...named, QIST_SECRET_KEY: 'pk_test_x' }, 'mcp')
  assert.deepEqual(key, { code: 1, stdout: '', stderr: 'qist: QIST_SECRET_KEY is no secret key: sk_…\n' })
})

test('without variables the first tool that needs a sandbox starts one, which ends with it', async () => {
  const folder = newEmptiedFolder()
  const { client, call, read } = await openAgent({ ...(folder.env as Record<string, string>) })
  await read('read_docs', { page: 'quick-start' })
  assert.deepEqual(
    folder.left().filter((one) => typeof one === 'string'),
    [],
  )
  const { url, variables, merchant } = await call('sandbox')
  assert.deepEqual([variables.QIST_URL, merchant.is_test], [url, true])
  const headers = { authorization: `Bearer ${variables.QIST_SECRET_KEY}` }
  assert.equal((await fetch(`${url}/api/v2/payments`, { headers })).status, 200)
  assert.equal((await call('trigger', { state: 'disputed' })).state, 'disputed')
  await client.close()
  await folder.untilEmpty()
})

// The process prints each module of the protocol's library that it loads.
const telling = `import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) {
    if (url.includes('/node_modules/@modelcontextprotocol/')) console.error('module ' + url)
    return next(url, context)
  } })`

test('no other command loads the library', async () => {
  const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(telling)}"`
  const loadedBy = async (...args: readonly string[]): Promise<number> => {
    const running = startProcess(qist, args, { env: { ...process.env, ...named, NODE_OPTIONS } })
    await running.waitForEnd()
    assert.ok(running.lines.length > 0)
    return running.lines.filter((one) => one.startsWith('module ')).length
  }
  for (const args of [['--help'], ['mcp', '--help'], ['logs']]) assert.equal(await loadedBy(...args), 0, args.join(' '))
  assert.ok((await loadedBy('mcp')) > 0)
})
