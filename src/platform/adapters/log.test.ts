import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { within } from '../../../testkit/timeouts.ts'

const log = new URL('./log.ts', import.meta.url).href

/** Starts a process that logs, and waits for a line before it ends. */
function startLogging(atEnd: string) {
  const program = `
    import { openLog } from '${log}'
    const log = openLog('info')
    process.stdin.once('data', () => { ${atEnd}; process.exit(0) })
    process.stderr.write('ready')`
  return spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'pipe' })
}

test('a process whose reader has gone ends, and complains about nothing', async () => {
  const logging = startLogging("log.info('the last line')")
  await once(logging.stderr, 'data')
  logging.stdout.destroy()
  const complaints: string[] = []
  logging.stderr.on('data', (text) => complaints.push(String(text)))
  logging.stdin.write('end\n')
  const [code] = await within('the process ends', once(logging, 'exit'), 30_000)
  assert.deepEqual([code, complaints.join('')], [0, ''])
})

test('the last lines are written before a process ends', async () => {
  const logging = startLogging("for (let line = 0; line < 2_000; line += 1) log.info({ line }, 'x'.repeat(50))")
  await once(logging.stderr, 'data')
  const written = logging.stdout.toArray()
  logging.stdin.write('end\n')
  const lines = (await within('all lines', written, 30_000)).join('').trim().split('\n')
  assert.deepEqual([lines.length, JSON.parse(lines.at(-1) ?? '').line], [2_000, 1_999])
})
