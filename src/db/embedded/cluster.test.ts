import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findPostmasters, killAll } from '../../../testkit/process-table.ts'
import { startProcess } from '../../../testkit/processes.ts'
import { within } from '../../../testkit/timeouts.ts'

const holder = join(import.meta.dirname, '../../../test/support/embedded-process.ts')
const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'qist-cluster-')))
after(() => {
  killAll(findPostmasters(dataDir), 'SIGQUIT')
  rmSync(dataDir, { recursive: true, force: true })
})

test('what an unfinished start has left behind is removed, and where it cannot be, the database is served all the same', async () => {
  const left = join(dataDir, 'postgres.new-abcdef')
  mkdirSync(left)
  const broken = `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const remove = fs.rmSync
    fs.rmSync = (path, how) => { if (path === ${JSON.stringify(left)}) throw new Error('not now'); remove(path, how) }
    syncBuiltinESMExports()`
  const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(broken)}"`
  for (const [env, isLeft] of [
    [{ ...process.env, NODE_OPTIONS }, true],
    [process.env, false],
  ] as const) {
    const service = startProcess(holder, [dataDir], { env })
    after(() => service.kill('SIGKILL'))
    await within('serving', service.waitForLine(/^serving/))
    const isTold = service.lines.some((line) => line.includes('cannot be removed'))
    assert.deepEqual([existsSync(left), isTold], [isLeft, isLeft], service.lines.join('\n'))
    service.kill('SIGTERM')
    assert.equal(await service.waitForEnd(), 0)
  }
})
