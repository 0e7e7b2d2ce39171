import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { collectGarbage } from '../../proof/soak-samples.ts'
import { startProcess } from '../../testkit/processes.ts'

const root = join(import.meta.dirname, '..', '..')
const megabyte = 1_048_576

const program = `
  const say = (what) => console.log(what + ' ' + process.memoryUsage().heapUsed)
  let made = Array.from({ length: 1_000_000 }, (_, number) => ({ number }))
  say('made')
  process.on('SIGUSR2', () => say(made === undefined ? 'left' : 'kept'))
  process.on('SIGHUP', () => {
    made = undefined
    say('dropped')
  })
  setInterval(() => undefined, 60_000)
`

test('memory in use is distinguished from garbage, which is collected on request and not before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qist-garbage-'))
  const path = join(folder, 'garbage')
  const started = startProcess('--import', ['./proof/collect-garbage.ts', '--input-type=module', '--eval', program], {
    cwd: root,
    env: { ...process.env, PROOF_GARBAGE: path },
  })
  const heapWhen = async (pattern: RegExp): Promise<number> =>
    Number((await started.waitForLine(pattern)).split(' ')[1])
  try {
    const made = await heapWhen(/^made/)
    await collectGarbage(path)
    started.kill('SIGUSR2')
    const kept = await heapWhen(/^kept/)
    assert.ok(kept > made - 10 * megabyte, `${kept} of ${made} is held`)
    started.kill('SIGHUP')
    await started.waitForLine(/^dropped/)
    await collectGarbage(path)
    started.kill('SIGUSR2')
    const left = await heapWhen(/^left/)
    assert.ok(left < made - 20 * megabyte, `${left} of ${made} is left`)
  } finally {
    started.kill('SIGKILL')
    await started.waitForEnd()
    rmSync(folder, { recursive: true, force: true })
  }
})
